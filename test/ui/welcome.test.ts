import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';
import { sampleReport } from '../support/sample-parts.js';

describeInBrowser('the first steps of a tenant in the web UI', () => {
  let ui: Console;
  let admin = '';
  beforeAll(async () => {
    ui = await openConsole();
    admin = await ui.control.key('acme');
  });
  afterAll(() => ui.close());

  it('are done when the API says so, one after the other', async () => {
    const { page, errors } = await ui.open('/welcome', admin);
    const step = (name: string) => page.getByRole('listitem', { name });
    for (const name of ['The first source', 'The first schedule', 'The first push']) await step(name).getByText('to do').waitFor();
    expect(await step('The first push').innerText()).toContain(`castellan scan --push ${ui.address} --key-file`);

    const ask = (url: string, body: unknown) => ui.control.ask('POST', url, { key: admin, body });
    const { source_id } = (await ask('/v1/sources', { kind: 'scan.repo', display_name: 'shop', scope: { path: ui.control.folder } })).body;
    await page.reload();
    await step('The first source').getByText('done').waitFor();
    await step('The first schedule').getByRole('link', { name: 'Make a schedule' }).click();
    await page.getByRole('button', { name: 'Create the schedule' }).click();
    await page.getByRole('button', { name: 'Turn off' }).waitFor();

    expect((await ask('/v1/results/push', sampleReport({}))).status).toBe(200);
    await page.goto(`${ui.address}/welcome`);
    await page.getByText('All three are done').waitFor();
    expect((await ui.control.ask('GET', `/v1/schedules?source_id=${source_id}`, { key: admin })).body.items).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});
