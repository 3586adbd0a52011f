/**
 * Writes the pictures of docs/ui.md anew: `npm run screenshots`. The pages are those of `castellan serve --demo`, in the Chromium of
 * this machine, built before.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { browserProgram } from '../test/support/browser.js';
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
const folder = join(import.meta.dirname, '../docs/images/ui');

if (browserProgram === undefined) throw new Error('no Chromium is installed');
mkdirSync(folder, { recursive: true });
const demo = await startDemo([]);
const browser = await chromium.launch({ executablePath: browserProgram, args: ['--no-sandbox', '--disable-gpu'] });
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
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
