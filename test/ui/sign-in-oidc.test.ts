import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';
import { loopback } from '../support/loopback.js';
import { settled } from '../support/screens.js';
import { type SignInProvider, signInProvider } from '../support/sign-in-provider.js';

interface Me {
  subject: string;
  tenant_id: string;
  role: string;
  auth_method: string;
  session: { opened_by: string } | null;
}

const who = async (page: Page) => {
  const me = await page.evaluate<Me>(`fetch('/v1/auth/me').then((answer) => answer.json())`);
  return { subject: me.subject, tenant: me.tenant_id, role: me.role, by: me.session?.opened_by ?? me.auth_method };
};

describeInBrowser('signing in to the web UI by OIDC', () => {
  let ui: Console;
  let idp: SignInProvider;
  let home = '';
  beforeAll(async () => {
    const port = await freePort();
    // Another site than the provider's 127.0.0.1, as in life.
    home = `http://localhost:${port}`;
    idp = await signInProvider(`${home}/v1/auth/oidc/callback`);
    ui = await openConsole({
      port,
      publicUrl: home,
      oidc: {
        ...{ issuer: idp.issuer, audience: 'castellan', clientId: 'castellan-ui', clientSecret: 'a client secret for tests' },
        ...{ tenantClaim: 'org', roleClaim: 'groups', roles: { sec: 'analyst' } },
      },
    });
    await ui.control.key('acme');
  });
  afterAll(async () => {
    await ui.close();
    await idp.close();
  });

  it('goes over the provider and back to the page that was asked for', async () => {
    const context = await ui.browser.newContext();
    const page = await context.newPage();
    const passed: string[] = [];
    page.on('framenavigated', (frame) => passed.push(frame.url()));
    await page.goto(`${home}/jobs?status=failed`);
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    expect(page.url()).toBe(`${home}/jobs?status=failed`);
    expect(await who(page)).toEqual({ subject: 'ann', tenant: 'acme', role: 'analyst', by: 'oidc' });
    const [cookie] = (await context.cookies(home)).filter(({ name }) => /session/.test(name));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(passed.join(' ')).not.toMatch(/svc_|id_token/);
    // The page may change things: it holds the token that every change must carry.
    await page.goto(`${home}/sources?new=ingest.result_push`);
    await page.getByLabel('Name', { exact: true }).last().fill('of ann');
    await page.getByRole('button', { name: 'Create the source' }).click();
    await page.getByRole('heading', { level: 1, name: /of ann/ }).waitFor();
  });

  it('keeps what was typed when the session has ended, while another tab signs in', async () => {
    const context = await ui.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${home}/sources?new=ingest.result_push`);
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await page.getByLabel('Name', { exact: true }).last().fill('typed before');
    await context.clearCookies({ domain: 'localhost', name: /session/ });
    await page.getByRole('button', { name: 'Create the source' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      dialog.getByRole('link', { name: 'Sign in with your organisation in a new tab' }).click(),
    ]);
    await other.getByRole('heading', { level: 1 }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create the source' }).click();
    await page.getByRole('heading', { level: 1, name: /typed before/ }).waitFor();
  });
});

describeInBrowser('the web UI behind a proxy that signs in', () => {
  const secret = 'a secret of the proxy for tests, long enough';
  let ui: Console;
  beforeAll(async () => {
    ui = await openConsole({ trustedProxy: { secret, peers: [] } });
    await ui.control.key('acme');
  });
  afterAll(() => ui.close());

  it('shows who the proxy says', async () => {
    const said = { 'x-service-subject': 'ben', 'x-service-role': 'viewer', 'x-service-tenant': 'acme', 'x-service-proxy-secret': secret };
    const context = await ui.browser.newContext({ extraHTTPHeaders: said });
    const page = await context.newPage();
    await page.goto(`${ui.address}/account`);
    await settled(page);
    expect(await who(page)).toEqual({ subject: 'ben', tenant: 'acme', role: 'viewer', by: 'trusted_proxy' });
    await page.getByRole('main').getByText('ben').first().waitFor();
  });

  it('says what is missing to somebody whom the proxy does not name', async () => {
    const { page } = await ui.open('/jobs');
    await page.getByText('This service is reached through a proxy that signs you in.').waitFor();
  });
});

/** The address must be known to the provider before the service listens on it. */
async function freePort(): Promise<number> {
  const { url, close } = await loopback(() => undefined);
  await close();
  return Number(new URL(url).port);
}
