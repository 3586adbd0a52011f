/**
 * Writes the pictures of docs/ui.md anew: `npm run screenshots`. The pages are those of `castellan serve --demo`, in the Chromium of
 * this machine, built before.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { browserProgram, launchBrowser } from '../test/support/browser.js';
import { startDemo } from '../test/support/demo-process.js';

interface Picture {
  name: string;
  path: string;
  /** What is done before the picture is taken. */
  click?: string;
  dark?: boolean;
  width?: number;
  height?: number;
}

const pictures: readonly Picture[] = [
  { name: 'overview', path: '/' },
  { name: 'findings', path: '/findings' },
  { name: 'finding', path: '/findings', click: '[role=row][aria-rowindex="2"]' },
  { name: 'findings-by-package', path: '/findings?by=component' },
  { name: 'graph', path: '/graph' },
  { name: 'graph-map', path: '/graph?view=map&of=all' },
  { name: 'agents', path: '/fleet' },
  { name: 'runtime', path: '/runtime' },
  { name: 'runtime-policies', path: '/runtime/policies' },
  { name: 'sources', path: '/sources' },
  { name: 'schedules', path: '/schedules' },
  { name: 'jobs', path: '/jobs' },
  { name: 'connections', path: '/connections' },
  { name: 'compliance', path: '/compliance' },
  { name: 'report', path: '/compliance/report' },
  { name: 'account', path: '/account' },
  { name: 'overview-dark', path: '/', dark: true },
  { name: 'findings-narrow', path: '/findings', width: 320, height: 640 },
];

const SETTLE_MS = 1500;
/** Of 1: texts stay sharp. */
const QUALITY = 0.65;
const folder = join(import.meta.dirname, '../docs/images/ui');

if (browserProgram === undefined) throw new Error('no Chromium is installed');
mkdirSync(folder, { recursive: true });
const demo = await startDemo([]);
const browser = await launchBrowser();
try {
  const signedIn = await browser.newContext();
  await (await signedIn.newPage()).goto(demo.link);
  const session = await signedIn.storageState();
  for (const picture of pictures) {
    const { width = 1280, height = 800, dark = false } = picture;
    const context = await browser.newContext({
      storageState: session,
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    await take(context, picture);
    await context.close();
  }
} finally {
  await browser.close();
  await demo.stop();
}

async function take(context: BrowserContext, { name, path, click }: Picture): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${demo.url}${path}`);
  await page.waitForSelector('h1');
  await page.waitForTimeout(SETTLE_MS);
  if (click !== undefined) {
    await page.click(click);
    await page.waitForTimeout(SETTLE_MS);
  }
  writeFileSync(join(folder, `${name}.webp`), await asWebp(page, await page.screenshot()));
}

/** The picture at half its size: the browser has the only encoder that is at hand. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const url: string = await blank.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${QUALITY});
  })()`);
  return Buffer.from(url.replace(/^[^,]*,/, ''), 'base64');
}
