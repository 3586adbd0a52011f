import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the page, which is left dark: rules with the elements that break them. Dark, only its contrast is another. */
export async function accessFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await faults(page, {});
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await faults(page, { runOnly: ['color-contrast'] });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

function faults(page: Page, options: RunOptions): Promise<string[]> {
  const wish = JSON.stringify({ ...options, resultTypes: ['violations'] });
  return page.evaluate(
    `axe.run(document, ${wish}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  );
}
