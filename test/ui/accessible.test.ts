import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from '../../src/api/pages.js';
import { accessFaults } from '../support/axe.js';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';
import { type ConsoleEstate, fillConsole } from '../support/console-estate.js';
import { overflow, settled, tabsOf } from '../support/screens.js';

/** Two rows of a list can be seen at once. */
const LEAST_PX = 80;

describeInBrowser('every screen of the web UI', () => {
  let ui: Console;
  let estate: ConsoleEstate;
  let page: BrowserPage;
  let errors: string[];
  beforeAll(async () => {
    ui = await openConsole();
    estate = await fillConsole(ui.control, 'acme');
    ({ page, errors } = await ui.open('/', estate.key));
  });
  afterAll(() => ui.close());

  describe.each(pages)('%s', (path) => {
    it('is readable and usable by all', { timeout: 180_000 }, async () => {
      const address = estate.addressOf(path);
      await check(address);
      for (const tab of await tabsOf(page)) if (tab !== address) await check(tab);
    });
  });

  it('is so with a drawer or a form open', { timeout: 180_000 }, async () => {
    for (const address of estate.opened) await check(address);
  });

  it('is so before anybody has signed in, and when the session has ended', async () => {
    await page.getByRole('link', { name: 'Jobs', exact: true }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('dialog').getByLabel('API key').waitFor();
    expect(await accessFaults(page)).toEqual([]);
    errors.length = 0;
    await page.goto(`${ui.address}/jobs`);
    await page.getByLabel('API key').waitFor();
    expect(await accessFaults(page)).toEqual([]);
  });

  async function check(address: string): Promise<void> {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(ui.address + address);
    await settled(page);
    expect.soft(await accessFaults(page), address).toEqual([]);
    // A telephone; and a window of 1280 by 800 at 200 %.
    for (const size of [
      { width: 320, height: 640 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size);
      expect.soft(await overflow(page), `${address} at ${size.width} px`).toEqual([]);
      const lists = await page.locator('.table-body').evaluateAll((all) => all.map((list) => list.clientHeight));
      expect.soft(Math.min(LEAST_PX, ...lists), `height of the list of ${address} at ${size.width} px`).toBe(LEAST_PX);
    }
    expect.soft(errors, address).toEqual([]);
    errors.length = 0;
  }
});
