import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { browserProgram, launchBrowser } from '../../test/support/browser.js';
import { fork } from '../../test/support/programs.js';
import { render } from '../../test/support/rendering.js';
import { wideReport } from '../../test/support/wide-estate.js';
import { type Measure, median } from './measure.js';
import { fillTenant } from './serve-tenant.js';

const ROUNDS = 9;
const THROTTLE = 4;
const NAVIGATIONS = 200;

/** The web UI in headless Chromium with the processor throttled four times, beside a page of one line in the same browser. */
export async function measureUi(): Promise<Measure[]> {
  if (browserProgram === undefined) {
    process.stdout.write('  no Chromium is installed: nothing is measured\n');
    return [];
  }
  const home = mkdtempSync(join(tmpdir(), 'castellan-ui-'));
  const { key } = await fillTenant(home);
  const host = fork(fileURLToPath(new URL('./serve-host.ts', import.meta.url)), [home], { execArgv: ['--import', 'tsx'] });
  const floor = createServer((_, response) => response.setHeader('content-type', 'text/html').end(ONE_LINE));
  const browser = await launchBrowser();
  try {
    const [{ url }] = await once(host, 'message');
    await once(floor.listen(0, '127.0.0.1'), 'listening');
    const address = floor.address();
    const oneLine = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.request.post(`${url}/v1/auth/session`, { data: { api_key: key } });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    return [
      ...(await measureFirstLoad(page, devtools, url, oneLine)),
      ...(await measureKeys(page, url, oneLine)),
      ...(await measureScrolling(page, url)),
      await measureGraph(page, `${url}/graph?view=map&of=all`, 'a graph'),
      await measureGraph(page, await reportPage(home), 'the page of a report'),
      ...(await measureNavigations(page, devtools, url)),
    ];
  } finally {
    await browser.close();
    floor.close();
    host.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
}

const ONE_LINE = `<!doctype html><title>floor</title><h1 tabindex="0">One line</h1>
<script>addEventListener('keydown', (event) => { document.querySelector('h1').textContent = event.key; });</script>`;

/** Compressed bytes of an empty cache, and the time until the list is there. */
async function measureFirstLoad(page: Page, devtools: CDPSession, url: string, oneLine: string): Promise<Measure[]> {
  let bytes = 0;
  await devtools.send('Network.enable');
  const program = new Set<string>();
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!new URL(response.url).pathname.startsWith('/v1/')) program.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (program.has(requestId)) bytes += encodedDataLength;
  });
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await loadTime(page, `${url}/findings`, '[role=row][aria-rowindex="2"]');
  const firstLoad = bytes / 1000;
  const [floors, contents]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await loadTime(page, oneLine, 'h1'));
    contents.push(await loadTime(page, `${url}/findings`, 'h1'));
  }
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: false });
  return [
    { name: 'first load of /findings, compressed', value: firstLoad, unit: 'kB', aim: 120 },
    { name: 'a page of one line', value: median(floors), unit: 'ms' },
    { name: 'first content beyond it', value: median(contents) - median(floors), unit: 'ms', aim: 150 },
  ];
}

async function loadTime(page: Page, address: string, selector: string): Promise<number> {
  const started = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector(selector);
  return performance.now() - started;
}

/** Milliseconds from a key to the next paint (Event Timing), over all keys. */
async function measureKeys(page: Page, url: string, oneLine: string): Promise<Measure[]> {
  await page.goto(oneLine);
  const floor = await keyTimes(page, ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd', 'a', 'b']);
  await page.goto(`${url}/findings`);
  await page.locator('[role=row][aria-rowindex="2"]').focus();
  const list = await keyTimes(page, ['j', 'j', 'j', 'x', 'j', 'x', 'k', 'PageDown', 'Enter', 'Escape']);
  return [
    { name: 'key to next paint on it, median', value: median(floor), unit: 'ms' },
    { name: 'key to next paint at 100 000 findings beyond it, median', value: median(list) - median(floor), unit: 'ms', aim: 60 },
    { name: 'the same, the slowest key', value: Math.max(...list) - median(floor), unit: 'ms', aim: 60 },
  ];
}

async function keyTimes(page: Page, keys: readonly string[]): Promise<number[]> {
  await page.evaluate(`window.keyTimes = []; new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.keyTimes.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 })`);
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(250);
  }
  const slow = await page.evaluate<number[]>('window.keyTimes');
  // Faster ones are not reported.
  return slow.length === 0 ? [16] : slow;
}

/** The longest task of the main thread while a hand scrolls through thousands of rows. */
async function measureScrolling(page: Page, url: string): Promise<Measure[]> {
  await page.goto(`${url}/findings`);
  await page.waitForSelector('[role=row][aria-rowindex="2"]');
  await page.mouse.move(640, 500);
  const longest = await longestTask(page, async () => {
    for (let turn = 0; turn < 80; turn += 1) {
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(50);
    }
  });
  return [{ name: 'longest task while scrolling', value: longest, unit: 'ms', aim: 100 }];
}

/** The longest task of frames once the graph of 5 000 nodes is there and is moved. */
async function measureGraph(page: Page, address: string, name: string): Promise<Measure> {
  await page.goto(address);
  await page.waitForTimeout(15_000);
  await page.mouse.move(640, 500);
  const longest = await longestTask(page, async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await page.mouse.wheel(0, turn % 2 === 0 ? 120 : -120);
      await page.waitForTimeout(100);
    }
  });
  return { name: `longest task of ${name} that is moved (50 or more count)`, value: longest, unit: 'ms', aim: 50 };
}

/** Address of a page that `--format graph-html` writes. */
async function reportPage(folder: string): Promise<string> {
  const file = join(folder, 'graph.html');
  writeFileSync(file, await render('graph-html', wideReport(6_000)));
  return pathToFileURL(file).href;
}

/** Only tasks of 50 ms or more are reported; 0: there was none. */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(`window.longest = 0; window.tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }); window.tasks.observe({ type: 'longtask' })`);
  await work();
  await page.waitForTimeout(300);
  return page.evaluate<number>('window.longest');
}

/** Memory that the page's scripts hold after many navigations, beside that after the first few. */
async function measureNavigations(page: Page, devtools: CDPSession, url: string): Promise<Measure[]> {
  await page.goto(`${url}/`);
  await page.waitForSelector('nav');
  await navigate(page, 20);
  const before = await heldMb(devtools);
  await navigate(page, NAVIGATIONS);
  const after = await heldMb(devtools);
  return [
    { name: 'memory of the page after 20 navigations', value: before, unit: 'MB' },
    { name: `the same after ${NAVIGATIONS} more, beyond it`, value: after - before, unit: 'MB', aim: 5 },
  ];
}

async function navigate(page: Page, count: number): Promise<void> {
  const names = ['Findings', 'Sources', 'Graph', 'Jobs', 'Agents', 'Compliance', 'Runtime', 'Overview'];
  for (let turn = 0; turn < count; turn += 1) {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: names[turn % names.length] ?? '', exact: true })
      .click();
    await page.waitForTimeout(60);
  }
}

async function heldMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
