import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { describe, onTestFinished } from 'vitest';
import { uiFolder } from '../../src/system/program-file.js';
import { type OpenTestPlane, openTestPlane } from './control-plane.js';

const PROGRAMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium as this machine has it. */
export const browserProgram = PROGRAMS.find((path) => existsSync(path));
const missing = browserProgram === undefined ? 'no Chromium is installed' : existsSync(uiFolder()) ? undefined : 'the web UI is not built';

/** As `describe`, for tests in a real browser. Where there is none, or no built UI, the name says so and they are skipped. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (missing === undefined) describe(name, tests);
  else describe.skip(`${name} (skipped: ${missing})`, tests);
}

/** A tab on the UI of a test plane that listens on loopback. */
export interface Tab {
  page: Page;
  /** What the page logged as errors, and what it threw; violations of its content security policy are among them. */
  errors: string[];
}

interface TabWish {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
}

/** A control plane that listens, and a browser for its UI. */
export interface Console {
  control: OpenTestPlane;
  /** `http://127.0.0.1:1234`. */
  address: string;
  browser: Browser;
  /** Opens `path`; signed in by a session where a key is given. What a test opened is closed after it. */
  open(path: string, key?: string, wish?: TabWish): Promise<Tab>;
  close(): Promise<void>;
}

/**
 * What Chromium does beside showing a page. The suggestions of its address bar are two pages of their own for every window, seen by nobody,
 * and take more time than ours. The others are those that Playwright turns off, whose list is replaced by this one.
 */
const UNWANTED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Of the sandbox: tests may run as root in a container, which Chromium's refuses. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
  `--disable-features=${UNWANTED.join(',')}`,
];

/** Only where there is one: see `browserProgram`. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: browserProgram ?? '', args: ARGUMENTS });

/** Opens both, the plane on SQLite, or with the options given. Only inside `describeInBrowser`. */
export async function openConsole(options: Parameters<typeof openTestPlane>[0] = {}): Promise<Console> {
  const control = await openTestPlane(options);
  const address = await control.app.listen({ host: '127.0.0.1', port: control.plane.options.port });
  const browser = await launchBrowser();
  return {
    control,
    address,
    browser,
    open: (path, key, wish) => openTab(browser, address, path, key, wish),
    async close() {
      await browser.close();
      await control.close();
    },
  };
}

async function openTab(browser: Browser, address: string, path: string, key?: string, wish: TabWish = {}): Promise<Tab> {
  const { width = 1280, height = 800, colorScheme = 'light' } = wish;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  closeWithTest(context);
  // The browser keeps the cookie as after a sign-in by hand.
  if (key !== undefined) await context.request.post(`${address}/v1/auth/session`, { data: { api_key: key } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(`${address}${path}`);
  return { page, errors };
}

/** A tab that stays goes on asking the service and drawing. One that a hook opened is of all tests of the file, and ends with the browser. */
function closeWithTest(context: BrowserContext): void {
  try {
    onTestFinished(() => context.close());
  } catch {
    // There is no test.
  }
}
