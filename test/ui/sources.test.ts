import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';
import { databases } from '../support/databases.js';
import { ended, runJobs, sampleProject } from '../support/job-runs.js';
import { castellan, projectRoot } from '../support/spawn-cli.js';

/** An entry that cannot be read makes a scan partial. */
function brokenProject(folder: string): string {
  const path = join(folder, 'broken');
  mkdirSync(path);
  writeFileSync(join(path, 'package-lock.json'), '{"lockfileVersion": 3,');
  return path;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Scans by a real worker take their time on a busy machine. */
const PATIENCE = { timeout: 120_000 };

describe.each(databases())('on $name', (database) => {
  describeInBrowser('sources and their jobs in the web UI', () => {
    let ui: Console;
    let pool: WorkerPool;
    let admin = '';
    beforeAll(async () => {
      ui = await openConsole({ ...(await database.open()), workers: 1 });
      const env = { SERVICE_DB: ui.control.plane.options.advisoryDatabase };
      expect((await castellan(['db', 'update', '--from', join(projectRoot, 'fixtures/feeds')], { env })).code).toBe(0);
      pool = runJobs(ui.control);
      admin = await ui.control.key('acme');
    }, PATIENCE.timeout);
    afterAll(async () => {
      await pool.close();
      await ui.close();
      await database.close();
    });

    const make = async (display_name: string, path: string) => {
      const body = { kind: 'scan.repo', display_name, scope: { path } };
      return (await ui.control.ask('POST', '/v1/sources', { key: admin, body })).body.source_id as string;
    };
    const run = async (source: string) => (await ui.control.ask('POST', `/v1/sources/${source}/run`, { key: admin })).body.job_id as string;

    it('lead an administrator from a folder to a job that has ended, a schedule, and a source that is off', PATIENCE, async () => {
      const path = sampleProject(ui.control, 'shop');
      const { page, errors } = await ui.open('/sources', admin);
      await page.getByRole('link', { name: 'New source' }).click();
      await page.getByLabel('Where it is').selectOption({ label: 'A folder of the server' });
      await page.getByLabel('Folder').fill('/elsewhere');
      await page.getByLabel('Name', { exact: true }).last().fill('shop');
      await button(page, 'Create the source').click();
      await page.locator('.field.wrong').getByText('lie within the folders').waitFor();
      await page.getByLabel('Folder').fill(path);
      await button(page, 'Create the source').click();
      await page.getByRole('heading', { level: 1, name: /shop/ }).waitFor();
      await page.getByText('It has never run').waitFor();

      await button(page, 'Test').click();
      await page.getByText(`would read the folder ${path}`).waitFor();

      await button(page, 'Run now').click();
      await page.getByRole('status').filter({ hasText: 'Everything in its scope was read' }).waitFor({ timeout: 60_000 });
      await page.getByRole('table', { name: 'Collectors' }).getByText('package-lock.json').first().waitFor();
      const saved = page.waitForEvent('download');
      await button(page, 'SARIF').click();
      expect((await saved).suggestedFilename()).toMatch(/^job_\w+\.sarif$/);

      await page.getByRole('region', { name: 'About the job' }).getByRole('link', { name: 'shop' }).click();
      await page.getByRole('link', { name: 'Schedule', exact: true }).click();
      await page.getByRole('region', { name: 'Next runs' }).getByText('At 02:15').waitFor();
      await page.getByRole('region', { name: 'Next runs' }).getByRole('listitem').nth(4).waitFor();
      await button(page, 'Create the schedule').click();
      await button(page, 'Turn off').click();
      await button(page, 'Turn on').waitFor();

      await page.goto(`${ui.address}/sources?q=shop`);
      await page.getByRole('row').getByRole('link', { name: 'shop' }).click();
      await button(page, 'Disable').click();
      await button(page, 'Enable').waitFor();
      expect(await button(page, 'Run now').isDisabled()).toBe(true);
      expect(errors.filter((text) => !/422/.test(text))).toEqual([]);
    });

    it('name what a job could not read, and call it incomplete wherever it is shown', PATIENCE, async () => {
      const source = await make('broken', brokenProject(ui.control.folder));
      const job = await ended(ui.control, admin, await run(source));
      expect(job.status).toBe('partial');
      const { page, errors } = await ui.open(`/jobs/${job.job_id}`, admin);
      await page.getByRole('status').filter({ hasText: 'Not everything could be read' }).waitFor();
      const issues = page.getByRole('region', { name: 'Issues' });
      expect(await issues.innerText()).toMatch(/unparsable[\s\S]*package-lock\.json/);
      await page.goto(`${ui.address}/sources/${source}/findings`);
      await page.getByText('but the last look was incomplete').waitFor();
      expect(errors).toEqual([]);
    });

    it('run together as a cohort', PATIENCE, async () => {
      const path = sampleProject(ui.control, 'pair');
      for (const name of ['pair one', 'pair two']) await make(name, path);
      const { page } = await ui.open('/sources?q=pair', admin);
      const boxes = page.getByRole('row').getByRole('checkbox');
      await boxes.first().check();
      expect(await button(page, 'Run as a cohort').isDisabled()).toBe(true);
      await boxes.nth(1).check();
      await button(page, 'Run as a cohort').click();
      await button(page, 'Run them').click();
      await page.getByText('Cohort of 2 sources').waitFor();
      const jobs = page.getByRole('grid', { name: 'Jobs' }).getByRole('link', { name: /pair/ });
      await jobs.nth(1).waitFor();
      expect(await jobs.count()).toBe(2);
    });

    it('are not overwritten by a second tab, which learns who changed what', PATIENCE, async () => {
      const source = await make('edited', sampleProject(ui.control, 'edited'));
      const { page: first } = await ui.open(`/sources/${source}?edit=yes`, admin);
      const { page: second } = await ui.open(`/sources/${source}?edit=yes`, admin);
      for (const page of [first, second]) await page.getByLabel('Owner (optional)').waitFor();
      await first.getByLabel('Owner (optional)').fill('platform');
      await button(first, 'Save').click();
      await first.getByText('The source is changed.').waitFor();
      await second.getByLabel('Owner (optional)').fill('payments');
      await button(second, 'Save').click();
      await second
        .getByRole('alert')
        .filter({ hasText: /changed owner at 20/ })
        .waitFor();
      await button(second, 'Drop my changes and load it').click();
      await second.getByText('platform').first().waitFor();
    });

    it('offer a viewer nothing that the API would refuse', PATIENCE, async () => {
      const viewer = await ui.control.key('acme', 'viewer');
      const source = await make('looked at', sampleProject(ui.control, 'looked-at'));
      const job = await ended(ui.control, admin, await run(source));
      const { page } = await ui.open(`/sources/${source}`, viewer);
      await page.getByRole('heading', { level: 1, name: /looked at/ }).waitFor();
      for (const path of [`/sources/${source}`, '/sources?new=scan.repo', `/jobs/${job.job_id}`, '/schedules?new=yes']) {
        await page.goto(`${ui.address}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.getByRole('button', { name: /^(run|test|edit|disable|retire|delete|create|cancel)/i }).count(), path).toBe(0);
      }
      for (const [method, url] of [
        ['POST', `/v1/sources/${source}/run`],
        ['PUT', `/v1/sources/${source}`],
        ['DELETE', `/v1/scan/${job.job_id}`],
      ] as const)
        expect((await ui.control.ask(method, url, { key: viewer, body: {} })).status).toBe(403);
    });
  });
});
