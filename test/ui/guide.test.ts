import { brotliDecompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASSET_CACHE_CONTROL, PAGE_POLICY } from '../../src/control-plane/http/security-headers.js';
import { guideFile } from '../../src/system/guide-files.js';
import { accessFaults } from '../support/axe.js';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';
import { sqlite } from '../support/databases.js';
import { overflow } from '../support/screens.js';
import { withPlane } from '../support/with-plane.js';

describe('the guide that the service serves', () => {
  const at = withPlane(sqlite());
  const home = () => guideFile('index.html')?.bytes.toString('utf8') ?? '';
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(guideFile('index.html')?.bytes.toString('utf8') ?? '') ?? [];

  it('answers without a credential, under the policy of the console', async () => {
    for (const path of ['', 'index.html', 'agents.html', 'agents', 'rules/inj-01.html', 'rules/INJ-01']) {
      const { status, headers } = await at.ask('GET', `/docs/guide/${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(headers).toMatchObject({
        'content-security-policy': PAGE_POLICY,
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
    }
    const { headers, text } = await at.ask('GET', '/docs/guide/');
    expect(text).toBe(home());
    const head = await at.ask('HEAD', '/docs/guide/');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', headers['content-length']]);
  });

  it('leads to itself by relative addresses, so that a path of a proxy may stand before it', async () => {
    expect(await at.ask('GET', '/docs/guide')).toMatchObject({ status: 308, headers: { location: 'guide/' } });
    expect(await at.ask('GET', '/docs/guide/rules/inj-01/')).toMatchObject({ status: 308, headers: { location: '../inj-01' } });
    expect([...home().matchAll(/\s(?:src|href)="(\/[^"]*)"/g)]).toEqual([]);
    expect((await at.ask('GET', '/docs')).text).toContain('href="/docs/guide/"');
  });

  it('has files with hashed names, which are kept for ever and sent compressed', async () => {
    const { headers, rawPayload } = await at.app.inject({ url: `/docs/guide/${style}`, headers: { 'accept-encoding': 'br, gzip' } });
    expect(headers).toMatchObject({
      'cache-control': ASSET_CACHE_CONTROL,
      'content-encoding': 'br',
      'content-type': 'text/css; charset=utf-8',
    });
    expect(brotliDecompressSync(rawPayload).toString('utf8')).toBe(guideFile(style)?.bytes.toString('utf8'));
    const picture = /src="(assets\/overview\.[^"]+\.webp)"/.exec(guideFile('ui.html')?.bytes.toString('utf8') ?? '')?.[1];
    expect(await at.ask('GET', `/docs/guide/${picture}`)).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
  });

  it('has nothing else', async () => {
    for (const path of [
      'nothing',
      'examples.br',
      'pages.br',
      'assets/',
      '..%2fui%2findex.html',
      'assets/..%2f..%2fcli.cjs',
      '__proto__',
      'constructor',
    ])
      expect([path, (await at.ask('GET', `/docs/guide/${path}`)).status]).toEqual([path, 404]);
    expect((await at.ask('POST', '/docs/guide/')).status).not.toBe(200);
  });
});

describeInBrowser('the guide in a browser', () => {
  let ui: Console;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    ui = await openConsole();
    ({ page, errors } = await ui.open('/docs/guide/'));
  });
  afterAll(() => ui.close());

  it('finds a word by keys alone, and asks nobody but the service', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.locator('body').press('/');
    await page.keyboard.type('fail-on-kev');
    await page.getByText(/^\d+ found$/).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/kev/i);
    await page.keyboard.press('Escape');
    expect(await page.locator('#found').isVisible()).toBe(false);
    await page.getByRole('searchbox').fill('MDL-PKL-EXEC');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/rules\/mdl-pkl-exec\.html$/);
    expect(await page.locator('h1').textContent()).toBe('Loading the model runs a dangerous function');
    expect(new Set(asked)).toEqual(new Set([ui.address]));
    expect(errors).toEqual([]);
  });

  it('says so when nothing is found', async () => {
    await page.getByRole('searchbox').fill('xyzzy');
    await page.getByText('Nothing found for “xyzzy”').waitFor();
    await page.keyboard.press('Escape');
  });

  it('leads to the console and back', async () => {
    expect(await page.getByRole('link', { name: 'Console', exact: true }).getAttribute('href')).toBe('/');
    const { page: tab } = await ui.open('/', await ui.control.key('acme', 'viewer'));
    expect(await tab.getByRole('link', { name: 'Guide', exact: true }).getAttribute('href')).toBe('/docs/guide/');
  });

  it.each([
    'index.html',
    'architecture.html',
    'commands.html',
    'ui.html',
    'rules.html',
    'rules/ai-agent-privileged.html',
    'rules/inj-01.html',
  ])('%s is readable and usable by all', { timeout: 120_000 }, async (path) => {
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${ui.address}/docs/guide/${path}`);
      expect.soft(await accessFaults(page), `${path}, ${width}`).toEqual([]);
      expect.soft(await overflow(page), `${path}, ${width}`).toEqual([]);
    }
    expect(errors).toEqual([]);
  });
});
