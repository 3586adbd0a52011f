import type { Page as BrowserPage, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from '../../src/api/pages.js';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';
import { type ConsoleEstate, fillConsole } from '../support/console-estate.js';
import { loopback } from '../support/loopback.js';
import { overflow, settled, tabsOf } from '../support/screens.js';

/** What the browser logs of an answer that refuses; the page handles it. */
const REFUSED = /the server responded with a status of|ERR_ABORTED|ERR_FAILED/;

const button = (page: BrowserPage, name: string) => page.getByRole('button', { name, exact: true });

describeInBrowser('the web UI', () => {
  let ui: Console;
  let estate: ConsoleEstate;
  let analyst: string;
  beforeAll(async () => {
    ui = await openConsole();
    estate = await fillConsole(ui.control, 'acme');
    analyst = await ui.control.key('acme', 'analyst');
  });
  afterAll(() => ui.close());

  const signInAgain = async (page: BrowserPage) => {
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('API key').fill(analyst);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  describe('when the session ends in the middle of work', () => {
    it('keeps what was typed on a page, and sends it after signing in again', async () => {
      const { page } = await ui.open('/sources?new=scan.repo', analyst);
      await page.getByLabel('Where it is').selectOption({ label: 'A folder of the server' });
      await page.getByLabel('Folder').fill(ui.control.folder);
      await page.getByLabel('Name', { exact: true }).last().fill('typed before');
      await page.context().clearCookies();
      await button(page, 'Create the source').click();
      await signInAgain(page);
      expect(await page.getByLabel('Name', { exact: true }).last().inputValue()).toBe('typed before');
      expect(await page.getByLabel('Folder').inputValue()).toBe(ui.control.folder);
      await button(page, 'Create the source').click();
      await page.getByRole('heading', { level: 1, name: /typed before/ }).waitFor();
    });

    it('keeps what was typed in a dialog as well', async () => {
      const { page } = await ui.open(estate.addressOf('/findings/:finding_id'), analyst);
      await page.getByRole('button', { name: 'Request exception' }).click();
      await page.getByLabel('Reason').fill('typed before the session ended');
      await page.context().clearCookies();
      await button(page, 'Request').click();
      await signInAgain(page);
      expect(await page.getByLabel('Reason').inputValue()).toBe('typed before the session ended');
      await button(page, 'Request').click();
      await page.getByText('Requested: an administrator decides on it').waitFor();
    });
  });

  it('takes no request that another site makes with the user’s cookie', async () => {
    const { page } = await ui.open('/', analyst);
    await settled(page);
    const sources = async () => (await ui.control.ask('GET', '/v1/sources?limit=200', { key: estate.key })).body.items.length;
    const before = await sources();
    const form = `<form id="f" method="post" enctype="text/plain" action="${ui.address}/v1/sources">
      <input name='{"kind":"scan.repo","display_name":"forged","scope":{"path":"/"},"description":"' value='"}'></form>`;
    const other = await loopback(() => ({ headers: { 'content-type': 'text/html' }, body: form }));
    try {
      await page.goto(other.url.replace('127.0.0.1', 'localhost'));
      const [answer] = await Promise.all([
        page.waitForResponse(`${ui.address}/v1/sources`),
        page.evaluate(`document.getElementById('f').submit()`),
      ]);
      expect([401, 403]).toContain(answer.status());
    } finally {
      await other.close();
    }
    // Were the browser to send the cookie all the same, its other headers and the missing token would tell.
    const [cookie] = await page.context().cookies(ui.address);
    const headers = { cookie: `${cookie?.name}=${cookie?.value}`, 'content-type': 'application/json' };
    const body = { kind: 'ingest.result_push', display_name: 'forged' };
    for (const more of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { status } = await ui.control.ask('POST', '/v1/sources', {
        body,
        headers: { ...headers, host: new URL(ui.address).host, ...more },
      });
      expect([more, status]).toEqual([more, 403]);
    }
    expect(await sources()).toBe(before);
  });

  describe('when the service is busy', () => {
    it('waits as long as the service asks, and goes on by itself', async () => {
      const { page, errors } = await ui.open('/evidence', analyst);
      await settled(page);
      let asked = 0;
      await page.route('**/v1/sources?*', (route) => (asked++ === 0 ? refuse(route, 429, '1') : route.continue()));
      await page.getByRole('link', { name: 'Sources', exact: true }).click();
      await page.getByRole('link', { name: 'shop' }).first().waitFor();
      expect(asked).toBeGreaterThan(1);
      expect(errors.filter((text) => !REFUSED.test(text))).toEqual([]);
    });

    it.each([
      [429, 'not now'],
      [503, 'not now'],
    ])('says so of a change that is refused with %i, and keeps the form', async (status, words) => {
      const { page } = await ui.open('/sources?new=ingest.result_push', analyst);
      await page.getByLabel('Name', { exact: true }).last().fill(`made after ${status}`);
      await page.route('**/v1/sources', (route) => (route.request().method() === 'POST' ? refuse(route, status, '2') : route.continue()));
      await button(page, 'Create the source').click();
      await page.getByRole('alert').filter({ hasText: words }).first().waitFor();
      await page.unrouteAll();
      await button(page, 'Create the source').click();
      await page.getByRole('heading', { level: 1, name: `made after ${status}` }).waitFor();
    });
  });

  it('says that an answer was cut off, and asks again', async () => {
    const { page } = await ui.open('/evidence', analyst);
    await settled(page);
    await page.route('**/v1/sources?*', (route) => route.fulfill({ contentType: 'application/json', body: '{"items":[{"source_id"' }));
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'was cut off' }).waitFor();
    await page.unrouteAll();
    await button(page, 'Try again').click();
    await page.getByRole('link', { name: 'shop' }).first().waitFor();
  });

  it('follows a job to its end although its stream breaks off and is refused for a while', { timeout: 60_000 }, async () => {
    const body = { kind: 'scan.repo', display_name: 'broken stream', scope: { path: ui.control.folder } };
    const { source_id } = (await ui.control.ask('POST', '/v1/sources', { key: estate.key, body })).body;
    const { job_id } = (await ui.control.ask('POST', `/v1/sources/${source_id}/run`, { key: estate.key })).body;
    const { page } = await ui.open('/', analyst);
    let asked = 0;
    await page.route('**/v1/scan/*/stream', (route) => {
      asked += 1;
      if (asked === 1)
        return route.fulfill({
          contentType: 'text/event-stream',
          body: 'retry: 100\n\nevent: step\ndata: {"step":"collect"}\n\nevent: fin',
        });
      return asked === 2 ? refuse(route, 503, '1') : route.continue();
    });
    await page.goto(`${ui.address}/jobs/${job_id}`);
    await page.getByText('the connection is lost; trying again').waitFor();
    await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(2);
    expect((await ui.control.ask('POST', `/v1/scan/${job_id}/cancel`, { key: estate.key })).status).toBeLessThan(300);
    await page.getByRole('heading', { level: 1 }).getByText('cancelled').waitFor();
    expect(await page.getByRole('region', { name: 'Live' }).count()).toBe(0);
  });

  it('in an old tab after an upgrade offers to load the page anew', async () => {
    const { page } = await ui.open('/evidence', analyst);
    await settled(page);
    await page.route('**/ui/*.js', (route) => route.fulfill({ status: 404, json: { detail: 'not found' } }));
    await page.getByRole('link', { name: 'Schedules', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'another version' }).waitFor();
    await page.unrouteAll();
    await button(page, 'Load the page anew').first().click();
    await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
  });
});

const HOSTILE = `<script>document.title='owned'</script><img src=x onerror="document.title='owned'">\u202eexe.gpj\u001b[31m${'long'.repeat(2500)}`;

/** Run in the browser: whether the text turns what is around it, did anything, or became a link that is followed elsewhere. */
const LOOK = `({
  text: /[\\u202a-\\u202e\\u2066-\\u2069\\u001b]/.test(document.body.innerText + document.title),
  ran: document.title === 'owned' || document.querySelector('img[src="x"], main script') !== null,
  links: [...document.querySelectorAll('a[href]')].map((link) => link.protocol).filter((one) => !/^(https?|blob):$/.test(one)),
})`;

describeInBrowser('a hostile text', () => {
  let ui: Console;
  let estate: ConsoleEstate;
  let page: BrowserPage;
  let errors: string[];
  beforeAll(async () => {
    ui = await openConsole();
    estate = await fillConsole(ui.control, 'acme', HOSTILE);
    ({ page, errors } = await ui.open('/', estate.key));
  });
  afterAll(() => ui.close());

  it.each(pages)('does nothing on %s', { timeout: 120_000 }, async (path) => {
    const address = estate.addressOf(path);
    await harmless(address);
    for (const tab of await tabsOf(page)) if (tab !== address) await harmless(tab);
  });

  it('does nothing in a drawer or a form', { timeout: 120_000 }, async () => {
    for (const address of estate.opened) await harmless(address);
  });

  it('is shown, cut and with its unseen signs named, and its references are no links', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(ui.address + estate.addressOf('/findings/:finding_id'));
    await settled(page);
    const said = await page.getByRole('main').innerText();
    for (const words of ['<script>', '⟨U+202E⟩', 'more characters', 'javascript:alert(1)']) expect(said).toContain(words);
    await page.getByRole('link', { name: 'https://example.com/advisory' }).waitFor();
  });

  async function harmless(address: string): Promise<void> {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(ui.address + address);
    await settled(page);
    const seen = await page.evaluate(LOOK);
    expect.soft(seen, address).toEqual({ text: false, ran: false, links: [] });
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await overflow(page), `${address} at ${width} px`).toEqual([]);
    }
    expect.soft(errors, address).toEqual([]);
    errors.length = 0;
  }
});

function refuse(route: Route, status: number, retryAfter: string): Promise<void> {
  return route.fulfill({ status, headers: { 'retry-after': retryAfter }, json: { detail: 'not now' } });
}
