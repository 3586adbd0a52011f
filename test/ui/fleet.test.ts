import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessFaults } from '../support/axe.js';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';

const github = {
  name: 'github',
  command: 'npx',
  args: ['-y', 'server-github@1.0.0'],
  env_names: ['GITHUB_TOKEN'],
  tools: [{ name: 'create_issue', capabilities: ['write'] }],
};
const files = { name: 'files', command: 'npx', args: ['-y', 'files@1.0.0'] };
const DAY_MS = 86_400_000;

describeInBrowser('the fleet in the web UI', () => {
  let ui: Console;
  let admin: string;
  let viewer: string;
  let cursor: string;
  let zed: string;
  const sync = (device: string, daysAgo: number, agents: object[]) =>
    ui.control.ask('POST', '/v1/fleet/sync', {
      key: admin,
      body: { device, observed_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(), agents },
    });
  const stateOf = async (id: string) => (await ui.control.ask('GET', `/v1/fleet/${id}`, { key: admin })).body.lifecycle_state;
  const open = async (page: Page, name: string) => {
    await page.getByRole('row').filter({ hasText: name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };

  beforeAll(async () => {
    ui = await openConsole();
    admin = await ui.control.key('acme', 'admin');
    viewer = await ui.control.key('acme', 'viewer');
    await sync('laptop-1', 10, [
      { client: 'cursor', servers: [github] },
      { client: 'zed', servers: [files] },
    ]);
    await sync('laptop-2', 1, [{ client: 'claude-desktop', name: 'evil \u202Egnp.exe <script>alert(1)</script>', servers: [] }]);
    const { items } = (await ui.control.ask('GET', '/v1/fleet', { key: admin })).body;
    const idOf = (client: string) => items.find((one: { client: string }) => one.client === client).agent_id;
    [cursor, zed] = [idOf('cursor'), idOf('zed')];
  });
  afterAll(() => ui.close());

  it('lists agents with filters in the address, and shows hostile names as they are', async () => {
    const { page, errors } = await ui.open('/fleet', viewer);
    await page.getByText('3 on 2 devices, 3 without an owner').waitFor();
    await page.getByRole('row').filter({ hasText: 'evil ⟨U+202E⟩gnp.exe <script>alert(1)</script>' }).waitFor();
    await page.getByLabel('Client').selectOption('zed');
    await page.getByRole('row').filter({ hasText: 'cursor' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('client=zed');
    await open(page, 'zed');
    await page.getByText('files@1.0.0').first().waitFor();
    expect(errors).toEqual([]);
  });

  it('approves an agent by an administrator, and tells field by field how it drifts from then on', async () => {
    const { page, errors } = await ui.open(`/fleet/${cursor}?tab=drift`, admin);
    await page.getByRole('heading', { name: 'Nothing is pinned yet' }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('cursor is approved.').waitFor();
    await page.getByText('Nothing differs').waitFor();
    expect(await stateOf(cursor)).toBe('approved');
    await sync('laptop-1', 0, [{ client: 'cursor', servers: [{ ...github, args: ['-y', 'server-github@2.0.0'] }, files] }]);
    await page.reload();
    const changed = page.getByRole('row').filter({ hasText: 'args' });
    await expect(changed.innerText()).resolves.toMatch(/server-github@1\.0\.0[\s\S]*server-github@2\.0\.0/);
    await expect(page.getByRole('row').filter({ hasText: 'files' }).innerText()).resolves.toMatch(/added/);
    expect(errors).toEqual([]);
  });

  it('quarantines an agent, and takes it back', async () => {
    const { page } = await ui.open(`/fleet/${zed}`, admin);
    await page.getByRole('button', { name: 'Quarantine' }).click();
    await page.getByText('zed is quarantined.').waitFor();
    expect(await stateOf(zed)).toBe('quarantined');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stateOf(zed)).toBe('pending_review');
    await page.getByText('pending review').waitFor();
  });

  it('compares an agent with another one and with last week, by addresses that can be sent', async () => {
    const { page, errors } = await ui.open(`/fleet/${cursor}?with=${zed}`, viewer);
    await page.getByRole('link', { name: 'zed', exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: 'github' }).first().waitFor();
    await page.getByRole('button', { name: 'With last week' }).click();
    await page.getByText(/differences? to what it was on/).waitFor();
    expect(new URL(page.url()).searchParams.get('at')).toMatch(/^\d{4}-/);
    expect(errors).toEqual([]);
  });

  it('offers no decision to a viewer, and the API refuses it too', async () => {
    const { page } = await ui.open(`/fleet/${cursor}`, viewer);
    await page.getByText('create_issue').waitFor();
    await expect(page.getByRole('button', { name: /Approve|Quarantine/ }).count()).resolves.toBe(0);
    const refused = await ui.control.ask('PATCH', `/v1/fleet/${cursor}`, { key: viewer, body: { lifecycle_state: 'quarantined' } });
    expect(refused.status).toBe(403);
  });

  it('says why there are no agents', async () => {
    const empty = await ui.open('/fleet', await ui.control.key('initech', 'viewer'));
    await empty.page.getByRole('heading', { name: 'No device has reported its agents yet' }).waitFor();
    const filtered = await ui.open('/fleet?q=nobody', viewer);
    await filtered.page.getByRole('heading', { name: 'No agent passes these filters' }).waitFor();
  });

  it('is accessible, light and dark, also where it is narrow', async () => {
    for (const path of ['/fleet', `/fleet/${cursor}`, `/fleet/${cursor}?tab=about`, `/fleet/${cursor}?with=${zed}`]) {
      const { page } = await ui.open(path, admin, { width: 320 });
      await page.locator('.table, .panel, .facts, .small-table').first().waitFor();
      expect(await accessFaults(page)).toEqual([]);
      await expect(page.evaluate('document.documentElement.scrollWidth')).resolves.toBeLessThanOrEqual(320);
      await page.context().close();
    }
  });
});
