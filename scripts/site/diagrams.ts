import { parseMermaid, renderMermaidSVG } from 'beautiful-mermaid';
import type { Assets } from './assets.js';
import { html } from './html.js';

/** What fits beside the menu, in CSS pixels. */
const MOST_WIDTH = 1100;

const COLOURS = { bg: 'var(--ground)', fg: 'var(--text)', transparent: true } as const;

/** Both themes in the picture itself: a picture takes no styles of the page that shows it. */
const THEMES =
  'svg{--ground:#fff;--text:#1a1d24;--accent:#2f56c6}@media(prefers-color-scheme:dark){svg{--ground:#181b22;--text:#e6e8ee;--accent:#86a5ff}}';

/** A drawing in Mermaid's language as a picture, with its text below for those who do not see it. */
export function diagram(text: string, name: string, assets: Assets): string {
  const drawing = text.replace(/^\s*click .*\n/gm, '');
  const svg = narrowEnough(drawing);
  const path = assets.add(`${name}.svg`, svg);
  const [, width = '', height = ''] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  const { nodes } = parseMermaid(drawing);
  const alt = `Drawing with ${nodes.size} boxes; its text follows`;
  return html`<figure class="drawing"><img src="${path}" alt="${alt}" width="${Math.round(Number(width))}" height="${Math.round(Number(height))}" loading="lazy"><details><summary>The drawing as text</summary><pre><code>${drawing}</code></pre></details></figure>\n`
    .text;
}

/** Drawn from left to right where that fits, else from the top down. */
function narrowEnough(drawing: string): string {
  const first = drawn(drawing);
  const width = Number(/viewBox="0 0 ([\d.]+)/.exec(first)?.[1] ?? 0);
  return width <= MOST_WIDTH ? first : drawn(drawing.replace(/^(\s*flowchart) LR/, '$1 TD'));
}

/** Nothing is fetched by a picture: the fonts are the machine's own. */
function drawn(drawing: string): string {
  const svg = renderMermaidSVG(drawing, COLOURS);
  return svg
    .replace(/@import url\([^)]*\);/g, '')
    .replace(/'Inter', /g, '')
    .replace('<style>', `<style>${THEMES}`);
}
