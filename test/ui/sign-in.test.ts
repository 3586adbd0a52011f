import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';

describeInBrowser('signing in to the web UI', () => {
  let ui: Console;
  let key: string;
  beforeAll(async () => {
    ui = await openConsole();
    key = await ui.control.key('acme', 'analyst');
  });
  afterAll(() => ui.close());

  it('takes a key for a session, keeps no key, and goes on to the page asked for', async () => {
    const { page } = await ui.open('/sources?kind=scan.repo');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sources', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/sources');
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie])');
    expect(kept).not.toContain('svc_');
  });

  it('says that a key is wrong, and stays', async () => {
    const { page } = await ui.open('/');
    await page.getByLabel('API key').fill('svc_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').innerText()).resolves.toMatch(/unknown, has expired or was revoked/);
  });

  it('lies over the page when the session ends in the middle of work, and goes on there', async () => {
    const { page } = await ui.open('/sources', key);
    await page.getByRole('heading', { name: 'Sources', level: 1 }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('dialog').getByLabel('API key').fill(key);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Nothing has run yet').waitFor();
  });

  it('loads nothing from elsewhere and breaks no rule of its own policy', async () => {
    const { page, errors } = await ui.open('/', key);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    for (const name of ['Findings', 'Graph', 'Sources', 'Account']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    expect(new Set(asked)).toEqual(new Set([ui.address]));
    expect(errors).toEqual([]);
  });
});
