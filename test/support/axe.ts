import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the page as it is: rules with the elements that break them. */
export async function accessFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  );
}
