import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';

describeInBrowser('connections in the web UI', () => {
  let ui: Console;
  let admin = '';
  beforeAll(async () => {
    ui = await openConsole({ environment: { SERVICE_SLACK_TOKEN: 'xoxb-test' } });
    admin = await ui.control.key('acme');
  });
  afterAll(() => ui.close());

  it('name the settings that a connector lacks, and take no value for them', async () => {
    const { page, errors } = await ui.open('/connections', admin);
    const jira = page.getByRole('article').filter({ hasText: 'Jira' });
    await jira.getByText('SERVICE_JIRA_TOKEN', { exact: true }).waitFor();
    expect(await page.locator('main input').count()).toBe(0);
    const slack = page.getByRole('article').filter({ hasText: 'Slack' });
    await slack.getByRole('link', { name: 'Register as a source' }).click();
    await page.getByLabel('Name', { exact: true }).last().waitFor();
    await page.getByRole('button', { name: 'Create the source' }).click();
    await page.getByRole('heading', { level: 1, name: /slack/ }).waitFor();
    await page.getByText('Connector (connector.cloud_read_only)').waitFor();
    expect(errors).toEqual([]);
  });

  it('do not retire a reference that a source is attached to, and say why', async () => {
    const { page, errors } = await ui.open('/connections/credentials?new=true', admin);
    await page.getByLabel('ARN of the role').fill('arn:aws:iam::123456789012:role/reader');
    await page.getByLabel('Name (optional)').fill('reader of production');
    await page.getByRole('button', { name: 'Create the reference' }).click();
    await page.getByText('No source is attached to it.').waitFor();
    const credential_ref = new URL(page.url()).searchParams.get('credential');
    const body = {
      kind: 'scan.repo',
      display_name: 'attached',
      scope: { path: ui.control.folder },
      credential_mode: 'reference',
      credential_ref,
    };
    expect((await ui.control.ask('POST', '/v1/sources', { key: admin, body })).status).toBe(201);
    await page.reload();
    await page.getByRole('link', { name: 'attached' }).waitFor();
    await page.getByRole('button', { name: 'Retire', exact: true }).click();
    await page.getByRole('button', { name: 'Retire the reference' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'sources are attached to this credential reference: 1. Detach it there first' })
      .waitFor();
    expect(errors.filter((text) => !/409/.test(text))).toEqual([]);
  });

  it('refuse a secret in place of a reference, at its field', async () => {
    const { page } = await ui.open('/connections/credentials?new=true', admin);
    await page.getByLabel('Provider').last().selectOption('github');
    await page.getByLabel('Mode').selectOption('env');
    await page.getByLabel('Name of the variable of the server').fill(`ghp_${'a1B2'.repeat(9)}`);
    await page.getByRole('button', { name: 'Create the reference' }).click();
    await page.locator('.field.wrong').getByText('looks like a secret').waitFor();
  });

  it('register a cloud account without a key, which proves nothing yet', async () => {
    const { page } = await ui.open('/connections/clouds?new=true', admin);
    await page.getByLabel('Name', { exact: true }).fill('production');
    await page.getByLabel('Account', { exact: true }).fill('123456789012');
    await page.getByLabel('Role to assume').fill('arn:aws:iam::999999999999:role/reader');
    await page.getByRole('button', { name: 'Register the connection' }).click();
    await page.locator('.field.wrong').getByText('not a role of this account').waitFor();
    await page.getByLabel('Role to assume').fill('arn:aws:iam::123456789012:role/reader');
    await page.getByRole('button', { name: 'Register the connection' }).click();
    const card = page.getByRole('article').filter({ hasText: 'production' });
    await card.getByText('Nothing is proven').waitFor();
    await card.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('alert').filter({ hasText: 'this server is offline' }).waitFor();
  });

  it('show a viewer everything and offer nothing', async () => {
    const viewer = await ui.control.key('acme', 'viewer');
    const { page } = await ui.open('/connections/clouds', viewer);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('link', { name: 'Credential references' }).click();
    await page.getByRole('table', { name: 'Credential references' }).waitFor();
    expect(await page.getByRole('button', { name: /^(new|verify|delete|disable|retire|test)/i }).count()).toBe(0);
  });
});
