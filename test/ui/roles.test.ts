import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateFrom } from '../../src/advisories/update-from.js';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';
import { fillTenant } from '../support/busy-tenant.js';
import { databases } from '../support/databases.js';
import { type FindingsEstate, fillFindings } from '../support/findings-estate.js';
import { runJobs, sampleProject } from '../support/job-runs.js';
import { settled } from '../support/screens.js';
import { SOON } from '../support/soon.js';
import { projectRoot } from '../support/spawn-cli.js';

/** Scans by a real worker take their time on a busy machine. */
const PATIENCE = { timeout: 180_000 };

/** Names of buttons and links that change something. */
const ACTS =
  /^(new |create|edit|save|run|test$|disable|enable|delete|retire|revoke|rotate|approve|reject|triage|request|confirm|verify$|turn|quarantine|set )/i;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Those that a screen offers. */
async function actsOn(page: Page): Promise<string[]> {
  await settled(page);
  const names = await page
    .getByRole('main')
    .locator('button, a.button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));
  return names.map((name) => name.trim()).filter((name) => ACTS.test(name));
}

describe.each(databases())('on $name', (database) => {
  describeInBrowser('the day in the web UI', () => {
    let ui: Console;
    let pool: WorkerPool;
    let estate: FindingsEstate;
    beforeAll(async () => {
      ui = await openConsole({ ...(await database.open()), workers: 1 });
      const dbPath = ui.control.plane.options.advisoryDatabase;
      const signal = new AbortController().signal;
      await updateFrom(join(projectRoot, 'fixtures/feeds'), { dbPath, ecosystems: [], clock: Date.now, signal });
      pool = runJobs(ui.control);
      estate = await fillFindings(ui.control, 'acme');
      await fillTenant(ui.control, estate.key);
    }, PATIENCE.timeout);
    afterAll(async () => {
      await pool.close();
      await ui.close();
      await database.close();
    });

    const get = async (url: string) => (await ui.control.ask('GET', url, { key: estate.key })).body.items;

    it('of a viewer is reading: nothing is offered that the API would refuse', PATIENCE, async () => {
      const viewer = await ui.control.key('acme', 'viewer');
      const { page, errors } = await ui.open('/', viewer);
      await page.getByRole('link', { name: 'Open findings' }).click();
      expect(await actsOn(page)).toEqual([]);
      await page
        .getByRole('row')
        .filter({ hasText: 'Command injection in lodash' })
        .click({ position: { x: 150, y: 20 } });
      const drawer = page.getByRole('complementary');
      await drawer.getByRole('heading', { name: 'What to do' }).waitFor();
      expect(await actsOn(page)).toEqual([]);
      await drawer.getByRole('link', { name: 'report', exact: true }).click();
      await button(page, 'Verify the bytes').click();
      await page.getByText('this browser computed the same hash').waitFor();
      for (const address of [
        '/sources',
        `/sources/${estate.repository}`,
        '/schedules',
        '/jobs',
        '/connections',
        '/runtime/policies',
        '/fleet',
      ]) {
        await page.goto(ui.address + address);
        expect(await actsOn(page), address).toEqual([]);
      }
      await page.goto(`${ui.address}/compliance`);
      await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goto(`${ui.address}/account/keys`);
      await page.getByRole('heading', { name: 'Not allowed for your role' }).waitFor();
      expect(errors).toEqual([]);
      const [finding] = await get('/v1/findings');
      const refused: [string, string, object?][] = [
        ['POST', '/v1/sources', { kind: 'scan.repo', display_name: 'x', scope: { path: ui.control.folder } }],
        ['POST', `/v1/sources/${estate.repository}/run`],
        ['PUT', `/v1/findings/${finding.finding_id}/triage`, { state: 'confirmed' }],
        ['POST', '/v1/schedules', { source_id: estate.repository, cron: '15 2 * * *' }],
        ['POST', '/v1/exceptions', { problem_id: 'CVE-2025-1000', reason: 'x', expires_at: SOON }],
        ['GET', '/v1/auth/keys'],
        ['POST', '/v1/gateway/policies', { name: 'x', rules: [] }],
      ];
      for (const [method, url, body] of refused)
        expect([url, (await ui.control.ask(method, url, { key: viewer, ...(body && { body }) })).status]).toEqual([url, 403]);
    });

    it('of an analyst is a source, its scan, a decision, a request and a schedule', PATIENCE, async () => {
      const { page, errors } = await ui.open('/sources', await ui.control.key('acme', 'analyst'));
      await page.getByRole('link', { name: 'New source' }).click();
      await page.getByLabel('Where it is').selectOption({ label: 'A folder of the server' });
      await page.getByLabel('Folder').fill(sampleProject(ui.control, 'shop'));
      await page.getByLabel('Name', { exact: true }).last().fill('shop');
      await button(page, 'Create the source').click();
      await page.getByRole('heading', { level: 1, name: /shop/ }).waitFor();
      const source = page.url();
      await button(page, 'Run now').click();
      await page.getByRole('status').filter({ hasText: 'Everything in its scope was read' }).waitFor({ timeout: 120_000 });
      await page.getByRole('region', { name: 'Result' }).locator('a[href^="/findings"]').click();
      await page
        .getByRole('grid')
        .getByRole('row')
        .nth(1)
        .click({ position: { x: 150, y: 20 } });
      const drawer = page.getByRole('complementary');
      await drawer.getByRole('button', { name: 'Confirmed' }).click();
      await page.getByText(/^Now confirmed: /).waitFor();
      await drawer.getByRole('button', { name: 'Request exception' }).click();
      await page.getByRole('dialog').getByLabel('Reason').fill('not reachable from outside');
      await page.getByRole('dialog').getByRole('button', { name: 'Request' }).click();
      await drawer.getByText('not reachable from outside').waitFor();

      await page.goto(source);
      await page.getByRole('link', { name: 'Schedule', exact: true }).click();
      await button(page, 'Create the schedule').click();
      await button(page, 'Turn off').waitFor();
      await page.goto(`${ui.address}/compliance/exceptions`);
      await page.getByText('not reachable from outside').waitFor();
      expect(await button(page, 'Approve').count()).toBe(0);
      expect(errors).toEqual([]);
    });

    it('of an administrator is deciding, and who may do what', PATIENCE, async () => {
      const { page, errors } = await ui.open('/compliance/exceptions?status=pending', estate.key);
      const row = page.getByRole('row').filter({ hasText: 'not reachable from outside' });
      await row.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await page.getByText(/^The exception for .* is approved\.$/).waitFor();

      for (const address of ['/sources', `/sources/${estate.repository}`, '/schedules', '/runtime/policies', '/account/keys']) {
        await page.goto(ui.address + address);
        expect(await actsOn(page), address).not.toEqual([]);
      }
      await button(page, 'Create a key').click();
      await page.getByLabel('Name', { exact: true }).last().fill('CI of the shop');
      await button(page, 'Create the key').click();
      const secret = await page.getByRole('dialog', { name: 'Copy the key now' }).getByText(/^svc_/).innerText();
      expect((await ui.control.ask('GET', '/v1/auth/me', { key: secret.trim() })).body.role).toBe('viewer');
      await page.keyboard.press('Escape');
      await page.getByRole('row').filter({ hasText: 'CI of the shop' }).getByRole('button', { name: 'Revoke' }).click();
      await button(page, 'Revoke the key').click();
      await page.getByText('CI of the shop is revoked.').waitFor();
      expect((await ui.control.ask('GET', '/v1/auth/me', { key: secret.trim() })).status).toBe(401);

      await page.goto(`${ui.address}/runtime/policies`);
      await page
        .getByRole('main')
        .getByRole('link', { name: /no deletes/ })
        .click();
      const editor = page.getByRole('textbox', { name: 'Policy' });
      await editor.waitFor();
      await editor.fill((await editor.inputValue()).replace('delete_*', 'drop_*'));
      await page.getByRole('region', { name: 'What it would have done' }).getByText('1 would have been decided otherwise').waitFor();
      await button(page, 'Save version 2').click();
      await page.getByText('Version 2 is saved.').waitFor();

      const other = await ui.open('/jobs', await ui.control.key('acme', 'viewer', { subject: 'somebody' }));
      await settled(other.page);
      await page.goto(`${ui.address}/account/sessions`);
      await page.getByRole('row').filter({ hasText: 'somebody' }).getByRole('button', { name: 'End' }).click();
      await page.getByText('A session of somebody has ended.').waitFor();
      await other.page.getByRole('link', { name: 'Evidence', exact: true }).click();
      await other.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
      expect(errors).toEqual([]);
    });
  });
});
