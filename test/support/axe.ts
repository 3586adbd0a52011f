import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the page as it is: rules with the elements that break them. */
export const accessFaults = (page: Page): Promise<string[]> => faults(page, {});

/** The page shown dark, which must be legible; all else of it is as in its light colours. */
export async function darkFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  return faults(page, { runOnly: ['color-contrast'] });
}

async function faults(page: Page, options: RunOptions): Promise<string[]> {
  await page.evaluate(axe.source);
  const wish = JSON.stringify({ ...options, resultTypes: ['violations'] });
  return page.evaluate(
    `axe.run(document, ${wish}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  );
}
