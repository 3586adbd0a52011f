import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessFaults } from '../support/axe.js';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';
import { agentGraph, push } from '../support/estate.js';
import { packageFinding } from '../support/ingest-batches.js';
import { wideReport } from '../support/wide-estate.js';

/** A name that turns its text around, and one that would run. */
const HOSTILE = 'evil \u202Egnp.exe <script>alert(1)</script>';

describeInBrowser('the graph in the web UI', () => {
  let ui: Console;
  let viewer: string;
  let large: string;
  const chain = (page: Page) => page.getByRole('figure');
  const drawn = (page: Page) => page.locator('.graph-map[data-state="drawn"]').waitFor();

  beforeAll(async () => {
    ui = await openConsole();
    viewer = await ui.control.key('acme', 'viewer');
    large = await ui.control.key('globex', 'viewer');
    const lodash = packageFinding('lodash', { id: 'CVE-2021-23337', severity: 'critical', kev: 'listed' });
    const axios = packageFinding('axios', { id: 'CVE-2023-45857', severity: 'medium' });
    const { nodes, edges } = agentGraph('pkg:npm/lodash@1.0.0', lodash);
    const tool = { id: 'tool:files/evil', kind: 'tool', label: HOSTILE, properties: { capabilities: ['read'] } } as const;
    const graph = { nodes: [...nodes, tool], edges: [...edges, { from: 'server:files', to: tool.id, kind: 'offers' } as const] };
    await push(ui.control, 'acme', { findings: [lodash], graph });
    const other = agentGraph('pkg:npm/axios@1.0.0', axios);
    await push(ui.control, 'acme', { findings: [axios], graph: other });
    const { graph: wide, findings } = wideReport(9000);
    await push(ui.control, 'globex', { findings, graph: wide });
  });
  afterAll(() => ui.close());

  it('begins with the worst way as a chain that reads, and keeps the chosen one in the address', async () => {
    const { page, errors } = await ui.open('/graph', viewer);
    await chain(page).getByText('cursor').waitFor();
    const text = (await chain(page).innerText()).replace(/\s+/g, ' ');
    for (const step of [
      'CVE-2021-23337',
      'lodash@1.0.0',
      'run by ● server files',
      'used by ◆ agent cursor',
      'holds ◆ credential API_TOKEN',
      'offers ▲ tool run',
    ])
      expect(text).toContain(step);
    await page
      .getByRole('navigation', { name: 'Exposure paths' })
      .getByRole('link', { name: /CVE-2023-45857/ })
      .click();
    await chain(page).getByText('axios@1.0.0').waitFor();
    expect(new URL(page.url()).searchParams.get('path')).toBeTruthy();
    await page.reload();
    await chain(page).getByText('axios@1.0.0').waitFor();
    expect(errors).toEqual([]);
  });

  it('shows hostile names as they are, in the chain and in the table', async () => {
    const { page, errors } = await ui.open('/graph', viewer);
    const seen = 'evil ⟨U+202E⟩gnp.exe <script>alert(1)</script>';
    await chain(page).getByText(seen).waitFor();
    await page.getByRole('link', { name: 'Table' }).click();
    await page.getByRole('gridcell', { name: seen, exact: true }).waitFor();
    expect(await page.content()).not.toContain('\u202E');
    expect(errors).toEqual([]);
  });

  it('says by keys and in a table what the picture says', async () => {
    const { page } = await ui.open('/graph?view=table', viewer);
    const server = page.getByRole('row').filter({ hasText: 'holds API_TOKEN' });
    await expect(server.innerText()).resolves.toMatch(/runs app@1\.0\.0/);
    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary');
    await panel.getByRole('heading', { name: 'Joined to' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('node')).toBeNull();
  });

  it('tells the impact of a node, the way between two, and grows from one', async () => {
    const { page, errors } = await ui.open('/graph', viewer);
    await chain(page)
      .getByRole('link', { name: /lodash/ })
      .click();
    const panel = page.getByRole('complementary');
    await panel.getByRole('link', { name: 'Impact' }).click();
    await page.getByText('What a compromise affects of').waitFor();
    await chain(page).getByText('API_TOKEN').waitFor();
    await chain(page)
      .getByRole('link', { name: /lodash/ })
      .click();
    await panel.getByRole('link', { name: 'Way to …' }).click();
    await page.getByLabel('Find a node').fill('cursor');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /cursor/ }).click();
    await chain(page).getByText('used by').waitFor();
    await expect(chain(page).getByRole('link').count()).resolves.toBe(4);
    await page.getByRole('link', { name: 'Exposure paths' }).click();
    await chain(page).getByRole('link', { name: /app@1/ }).click();
    await panel.getByRole('link', { name: 'Grow from here' }).click();
    await chain(page).getByText('axios@1.0.0').waitFor();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await chain(page).getByText('axios@1.0.0').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  it('hides a kind of nodes, in the picture and for whoever gets the address', async () => {
    const { page } = await ui.open('/graph', viewer);
    await page.getByRole('button', { name: /^tools/ }).click();
    await chain(page).getByText('offers').first().waitFor({ state: 'detached' });
    await page.reload();
    await chain(page).getByText('API_TOKEN').waitFor();
    expect(await chain(page).innerText()).not.toContain('offers');
    await expect(page.getByRole('button', { name: /^tools/ }).getAttribute('aria-pressed')).resolves.toBe('false');
  });

  it('saves the picture as SVG, PNG and GraphML', async () => {
    const { page, errors } = await ui.open('/graph', viewer);
    await chain(page).getByText('API_TOKEN').waitFor();
    const saved: Record<string, Buffer> = {};
    for (const form of ['SVG', 'PNG', 'GraphML']) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: form }).click()]);
      saved[form] = readFileSync(await download.path());
    }
    expect(saved['SVG']?.toString()).toMatch(/^<svg .*lodash@1\.0\.0/s);
    expect(saved['PNG']?.subarray(1, 4).toString()).toBe('PNG');
    const graphml = saved['GraphML']?.toString() ?? '';
    expect(graphml).toContain('<edge source="server:files" target="credential:API_TOKEN"><data key="edge_kind">holds</data></edge>');
    expect(graphml).toContain('&#60;script&#62;');
    expect(graphml).not.toContain('<script');
    expect(errors).toEqual([]);
  });

  it('draws five thousand nodes that can be moved, and says what it leaves out', { timeout: 120_000 }, async () => {
    const { page, errors } = await ui.open('/graph', large);
    await page.getByRole('link', { name: 'Whole graph' }).click();
    await drawn(page);
    await expect(page.getByRole('application').getAttribute('aria-label')).resolves.toMatch(/^Map of 5000 nodes/);
    await expect(page.getByRole('status').filter({ hasText: 'left out' }).innerText()).resolves.toMatch(/5,000 are shown, the worst first/);
    const map = page.getByRole('application');
    const shot = async () => (await map.screenshot()).toString('base64');
    const before = await shot();
    await map.focus();
    for (const key of ['+', 'ArrowLeft', 'ArrowUp', '-', '0']) await page.keyboard.press(key);
    await map.hover();
    await page.mouse.down();
    for (let step = 0; step < 20; step++) await page.mouse.move(600 + 10 * step, 500);
    await page.mouse.up();
    expect(await shot()).not.toBe(before);
    expect(errors).toEqual([]);
  });

  it('draws the map also where the colours change while it is drawn', { timeout: 120_000 }, async () => {
    const { page, errors } = await ui.open('/graph', large);
    await page.getByRole('link', { name: 'Whole graph' }).click();
    await page.locator('.graph-canvas canvas').first().waitFor();
    for (const colorScheme of ['dark', 'light', 'dark'] as const) await page.emulateMedia({ colorScheme });
    await drawn(page);
    await page.setViewportSize({ width: 700, height: 500 });
    await page.getByRole('application').screenshot();
    expect(errors).toEqual([]);
  });

  it('shows the chain where the browser has no WebGL, and says so', async () => {
    const { page, errors } = await ui.open('/sources', viewer);
    await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
    await page.goto(`${ui.address}/graph?view=map`);
    await page.getByText('This browser has no WebGL').waitFor();
    await chain(page).getByText('API_TOKEN').waitFor();
    expect(errors).toEqual([]);
  });

  it('tells an estate that was never scanned from one without paths', async () => {
    const empty = await ui.open('/graph', await ui.control.key('initech', 'viewer'));
    await empty.page.getByRole('heading', { name: 'Nothing was looked at yet' }).waitFor();
    await push(ui.control, 'umbrella', { graph: agentGraph('pkg:npm/lodash@1.0.0') });
    const clean = await ui.open('/graph', await ui.control.key('umbrella', 'viewer'));
    await clean.page.getByRole('heading', { name: 'No open finding reaches an agent, a credential or a tool' }).waitFor();
    await clean.page.getByRole('link', { name: 'See the whole graph of 6 nodes' }).click();
    await drawn(clean.page);
  });

  it('is accessible, light and dark, also where it is narrow', async () => {
    for (const path of ['/graph', '/graph?view=map', '/graph?view=table', '/graph?node=server:files']) {
      const { page } = await ui.open(path, viewer);
      await page.getByRole('button', { name: /^tools/ }).waitFor();
      expect(await accessFaults(page)).toEqual([]);
    }
    const { page } = await ui.open('/graph', viewer, { width: 320 });
    await chain(page).getByText('API_TOKEN').waitFor();
    await expect(page.evaluate('document.documentElement.scrollWidth')).resolves.toBeLessThanOrEqual(320);
  });
});
