import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults } from '../support/axe.js';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';

const noDelete = { id: 'no-delete', effect: 'deny', when: { tools: ['delete_*'] }, reason: 'deleting is not allowed' };

describeInBrowser('the runtime in the web UI', () => {
  let ui: Console;
  let admin: string;
  let viewer: string;
  let policyId: string;
  let count = 0;
  const post = (url: string, body: object) => ui.control.ask('POST', url, { key: admin, body });
  const report = (event: object) =>
    post('/v1/proxy/audit', {
      session_id: 's1',
      events: [
        { event_id: `e${++count}`, occurred_at: new Date().toISOString(), decision: 'deny', agent: 'cursor', server: 'files', ...event },
      ],
    });
  const editor = (page: Page) => page.getByLabel('Policy', { exact: true });
  const retype = async (page: Page, from: string, to: string) => {
    await editor(page).waitFor();
    await editor(page).fill((await editor(page).inputValue()).replace(from, to));
  };

  beforeAll(async () => {
    ui = await openConsole();
    admin = await ui.control.key('acme', 'admin');
    viewer = await ui.control.key('acme', 'viewer');
    policyId = (await post('/v1/gateway/policies', { name: 'no deletes', rules: [noDelete] })).body.policy_id;
    await report({ tool: 'delete_file', reason: 'deleting is not allowed' });
    await report({ tool: 'send_mail', decision: 'allow' });
    await post('/v1/fleet/sync', {
      device: 'laptop-1',
      observed_at: new Date().toISOString(),
      agents: [{ client: 'cursor', servers: [{ name: 'mail', url: 'https://mail.example/mcp' }] }],
    });
  });
  afterAll(() => ui.close());

  describe('live', () => {
    it('shows an alert as it comes, hostile texts and all, and its details', async () => {
      const { page, errors } = await ui.open('/runtime', viewer);
      await page.getByText(/^✓ live$/).waitFor();
      await report({ tool: 'delete_all', reason: 'no \u202Edeleting <script>alert(1)</script>', argument_shape: { path: 'string(31)' } });
      const row = page.getByRole('row').filter({ hasText: 'delete_all' });
      await row.waitFor();
      await expect(row.innerText()).resolves.toContain('no ⟨U+202E⟩deleting <script>alert(1)</script>');
      await row.click();
      await page.getByRole('complementary').getByText('string(31)').waitFor();
      expect(errors).toEqual([]);
    });

    it('holds still while it is paused, and counts what waits', async () => {
      const { page } = await ui.open('/runtime', viewer);
      await page.getByText(/^✓ live$/).waitFor();
      await page.keyboard.press('p');
      await report({ tool: 'drop_table' });
      await page.getByText('paused, 1 new').waitFor();
      await expect(page.getByRole('row').filter({ hasText: 'drop_table' }).count()).resolves.toBe(0);
      await page.keyboard.press('p');
      await page.getByRole('row').filter({ hasText: 'drop_table' }).waitFor();
    });

    it('shows allowed calls too where they are asked for, and filters in the address', async () => {
      const { page } = await ui.open('/runtime', viewer);
      await page.getByRole('row').filter({ hasText: 'delete_file' }).waitFor();
      await expect(page.getByRole('row').filter({ hasText: 'send_mail' }).count()).resolves.toBe(0);
      await page.getByRole('link', { name: 'All decisions' }).click();
      await page.getByRole('row').filter({ hasText: 'send_mail' }).waitFor();
      await page.getByRole('combobox', { name: 'Decision' }).selectOption('allow');
      await page.getByRole('row').filter({ hasText: 'delete_file' }).waitFor({ state: 'detached' });
      expect(page.url()).toContain('decision=allow');
    });
  });

  describe('policies', () => {
    it('names the line of each mistake, says what a change would have done, and saves it', async () => {
      const { page } = await ui.open(`/runtime/policies?policy=${policyId}`, admin);
      await retype(page, '"deny"', '"denyy"');
      await page.getByRole('button', { name: /^Line 10 rules\.0\.effect: / }).waitFor();
      await expect(page.getByRole('button', { name: 'Save version 2' }).isDisabled()).resolves.toBe(true);
      await retype(page, '"denyy"', '"deny",,');
      await page.getByRole('button', { name: /^Line 10 / }).waitFor();
      await retype(page, '"deny",,', '"deny"');
      await retype(page, '"delete_*"', '"delete_*", "send_*"');
      const trial = page.getByRole('region', { name: 'What it would have done' });
      await trial.getByRole('row').filter({ hasText: 'send_mail' }).waitFor();
      await page.getByRole('button', { name: 'Save version 2' }).click();
      await page.getByText('Version 2 is saved.').waitFor();
      const { body } = await ui.control.ask('GET', `/v1/gateway/policies/${policyId}`, { key: admin });
      expect(body).toMatchObject({ version: 2, rules: [{ when: { tools: ['delete_*', 'send_*'] } }] });
      await page.getByRole('link', { name: /^Versions/ }).click();
      await expect(page.getByRole('region', { name: 'Differences, line by line' }).innerText()).resolves.toMatch(/\+ +"send_\*"/);
    });

    it('says who saved meanwhile, and overwrites nobody unasked', async () => {
      const { policy_id: id } = (await post('/v1/gateway/policies', { name: 'two tabs', mode: 'audit', rules: [noDelete] })).body;
      const { page } = await ui.open(`/runtime/policies?policy=${id}`, admin);
      await retype(page, '"no-delete"', '"mine"');
      await ui.control.ask('PUT', `/v1/gateway/policies/${id}`, { key: admin, body: { mode: 'enforce', version: 1 } });
      await page.getByRole('button', { name: 'Save version 2' }).click();
      const notice = page.getByRole('alert');
      await notice.getByRole('heading', { name: /^Not saved: / }).waitFor();
      await expect(notice.innerText()).resolves.toMatch(/saved version 2[\s\S]*− +"mode": "enforce"/);
      await notice.getByRole('button', { name: 'Load version 2, drop mine' }).click();
      await expect.poll(() => editor(page).inputValue()).toContain('"no-delete"');
      await notice.waitFor({ state: 'detached' });
    });

    it('reads YAML as well', async () => {
      const { page } = await ui.open(`/runtime/policies?policy=${policyId}`, admin);
      await page.getByRole('button', { name: 'Write it as YAML' }).click();
      await expect(editor(page).inputValue()).resolves.toMatch(/^name: no deletes$/m);
      await page.getByText('No problems.').waitFor();
    });

    it('drafts a policy for an upstream that none governs, with one click', async () => {
      await post('/v1/gateway/policies', { name: 'nowhere', rules: [], bindings: [] });
      const { page, errors } = await ui.open('/runtime/upstreams', admin);
      await page.getByRole('row').filter({ hasText: 'mail' }).getByRole('link', { name: 'Draft a policy' }).click();
      await page.getByRole('heading', { name: 'New policy for mail' }).waitFor();
      await expect(editor(page).inputValue()).resolves.toContain('"target_id": "mail"');
      await page.getByRole('button', { name: 'Save the policy' }).click();
      await page.getByRole('heading', { name: 'mail: no destruction', level: 2 }).waitFor();
      await page.getByRole('link', { name: /^Bindings/ }).click();
      await page.getByLabel('Mode for mail').selectOption('audit');
      await expect
        .poll(async () => (await ui.control.ask('GET', '/v1/policy-bindings?target_type=upstream', { key: admin })).body.items[0].mode)
        .toBe('audit');
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('heading', { name: 'It applies nowhere' }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByLabel('Mode for mail').waitFor();
      expect(errors).toEqual([]);
    });

    it('may be read by a viewer, who changes nothing', async () => {
      const { page, errors } = await ui.open(`/runtime/policies?policy=${policyId}`, viewer);
      await page.getByText('Your role may read policies.').waitFor();
      await expect(editor(page).getAttribute('readonly')).resolves.not.toBeNull();
      await expect(page.getByRole('button', { name: /^(Save|Delete)/ }).count()).resolves.toBe(0);
      await expect(page.getByRole('link', { name: /^(New policy|Try a call)$/ }).count()).resolves.toBe(0);
      expect((await ui.control.ask('PUT', `/v1/gateway/policies/${policyId}`, { key: viewer, body: { mode: 'off' } })).status).toBe(403);
      expect(errors).toEqual([]);
    });
  });

  it('decides a sample call by the policies in force', async () => {
    const { page, errors } = await ui.open('/runtime/evaluate', await ui.control.key('acme', 'analyst'));
    await page.getByLabel('Tool').fill('delete_file');
    await page.getByLabel('Arguments').fill('{');
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Arguments').fill('{"path": "/tmp/a"}');
    await page.getByRole('button', { name: 'Decide' }).click();
    const decision = page.getByRole('region', { name: 'Decision' });
    await expect(decision.innerText()).resolves.toMatch(/deny[\s\S]*deleting is not allowed/);
    expect(errors).toEqual([]);
  });

  it('says that no proxy has reported, where none has', async () => {
    const { page } = await ui.open('/runtime', await ui.control.key('initech', 'viewer'));
    await page.getByRole('heading', { name: 'No proxy has reported yet' }).waitFor();
  });

  it('is accessible, light and dark, also where it is narrow', async () => {
    for (const path of [
      '/runtime',
      `/runtime/policies?policy=${policyId}`,
      `/runtime/policies?policy=${policyId}&part=versions`,
      '/runtime/upstreams',
      '/runtime/proxies',
      '/runtime/evaluate',
    ]) {
      const { page } = await ui.open(path, admin, { width: 320 });
      await page.locator('.editor, .line-diff, .table, .small-table, .runtime-try').first().waitFor();
      expect(await accessFaults(page)).toEqual([]);
      await expect(page.evaluate('document.documentElement.scrollWidth')).resolves.toBeLessThanOrEqual(320);
      await page.context().close();
    }
  });
});
