import type { Page } from 'playwright-core';

/** Waits until a screen has its title and nothing of it loads any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

/** Addresses of the tabs that a screen shows. */
export function tabsOf(page: Page): Promise<string[]> {
  return page.locator('nav.tabs a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

/** Run in the browser, whose types the tests do not have. */
const OVERFLOW = `(() => {
  const width = document.documentElement.clientWidth;
  const isHeld = (element) => {
    for (let at = element.parentElement; at && at.id !== 'content' && at !== document.body; at = at.parentElement)
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const wide = [...document.body.querySelectorAll('*')].filter((element) => {
    const { right, width: own } = element.getBoundingClientRect();
    return own > 1 && right > width + 1 && !isHeld(element) && getComputedStyle(element).position !== 'absolute';
  });
  const named = wide.slice(0, 5).map((element) => element.tagName.toLowerCase() + '.' + element.className);
  const held = [document.documentElement, document.getElementById('content')].filter(Boolean);
  return held.some((element) => element.scrollWidth > element.clientWidth + 1) ? ['scrolls to the side', ...named] : named;
})()`;

/** What can only be reached by scrolling the page or its content to the side; what scrolls by itself, as a wide table, is not. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(OVERFLOW);
}
