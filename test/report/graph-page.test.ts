import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanReport } from '../../src/model/report.js';
import { browserProgram, launchBrowser } from '../support/browser.js';
import { render } from '../support/rendering.js';
import { agentEstate } from '../support/sample-estate.js';
import { temporaryFolder } from '../support/spawn-cli.js';
import { wideReport } from '../support/wide-estate.js';

/** What the page keeps of itself is in its closure; a test sees it as a user does: the panel's text and the canvas's pixels. */
describe.skipIf(browserProgram === undefined)('graph page in a browser', () => {
  const folder = temporaryFolder();
  let browser: Browser;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    folder.dispose();
  });

  async function open(report: ScanReport, colorScheme: 'light' | 'dark'): Promise<Page> {
    const file = join(folder.path, `${report.graph.nodes.length}.html`);
    writeFileSync(file, await render('graph-html', report));
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, colorScheme });
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  const panelText = async (page: Page) => (await page.locator('#panel').allInnerTexts()).join('');
  const shot = async (page: Page) => (await page.locator('#canvas').screenshot()).toString('base64');

  it.each(['light', 'dark'] as const)('searches, selects and shows the paths of a node (%s)', async (scheme) => {
    const page = await open(agentEstate(), scheme);
    expect(await panelText(page)).toContain('Worst exposure paths');
    await page.keyboard.press('/');
    await page.keyboard.type('github_token');
    expect(await panelText(page)).toMatch(/1 found\s+GITHUB_TOKEN credential/);
    await page.locator('#panel button.node').first().click();
    const panel = await panelText(page);
    expect(panel).toContain('Exposure paths');
    expect(panel).toContain('75 CVE-2018-20834 → tar@4.4.1 → mcp-files@1.2.0 → files → GITHUB_TOKEN');
    expect(panel).toContain('critical 40 + 2 credential(s) 10 + write tool 10');
    expect(panel).toMatch(/held by\s+files server/);
    const before = await shot(page);
    await page.locator('#panel button.path').first().click();
    await page.waitForTimeout(60);
    expect(await shot(page)).not.toBe(before);
    await page.keyboard.press('Escape');
    expect(await panelText(page)).toContain('Worst exposure paths');
    await page.close();
  });

  it('filters findings by severity and keeps the rest', async () => {
    const page = await open(agentEstate(), 'light');
    const found = async (word: string) => {
      await page.locator('#search').fill(word);
      return page.locator('#panel button.node').allInnerTexts();
    };
    expect(await found('cve-2018-20834')).toEqual(['CVE-2018-20834']);
    await page.locator('input[value=critical]').uncheck();
    expect(await found('cve-2018-20834')).toEqual([]);
    expect(await found('cve-2021-32803')).toEqual(['CVE-2021-32803']);
    await page.locator('#paths').check();
    expect(await found('shell')).toEqual([]);
    expect(await found('files')).toContain('files');
    await page.close();
  });

  it('selects what is clicked on the canvas', async () => {
    const page = await open(agentEstate(), 'dark');
    await page.locator('#search').fill('claude-desktop');
    await page.locator('#panel button.node').first().click();
    await page.locator('#panel button.close').click();
    await page.waitForTimeout(1_500);
    // Selecting from the list brings the node to the middle of the canvas.
    await page.locator('#search').fill('GITHUB_TOKEN');
    await page.locator('#panel button.node').first().click();
    await page.locator('#panel button.close').click();
    const box = await page.locator('#canvas').boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    expect(await page.locator('#panel h2').textContent()).toBe('GITHUB_TOKEN');
    await page.close();
  });

  it('names every kind of node in the legend, each with its own drawing', async () => {
    const page = await open(wideReport(60), 'light');
    expect(await page.locator('#legend .kind').allInnerTexts()).toEqual([
      'agent',
      'server',
      'skill',
      'model',
      'finding, by severity',
      'credential',
      'tool',
      'package',
    ]);
    const signs: string[] = await page.evaluate("[...document.querySelectorAll('.sign')].map((sign) => sign.toDataURL())");
    expect(new Set(signs).size).toBe(8);
    await page.close();
  });

  it('stays usable at 5 000 nodes', async () => {
    const report = wideReport(6_000);
    expect(report.graph.nodes.length).toBeGreaterThan(5_000);
    const page = await open(report, 'dark');
    await page.locator('#search').fill('lib-1234@');
    expect(await page.locator('#panel button.node').allInnerTexts()).toContain('lib-1234@1.2.0');
    await page.locator('#panel button.node', { hasText: 'lib-1234@' }).click();
    expect(await page.locator('#panel h2').textContent()).toBe('lib-1234@1.2.0');
    await page.close();
  });

  it('complains of nothing and asks for nothing', () => {
    expect(complaints).toEqual([]);
  });
});
