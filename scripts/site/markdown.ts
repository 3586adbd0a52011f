import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asHtml } from '../../src/control-plane/http/as-html.js';
import type { Assets } from './assets.js';
import { diagram } from './diagrams.js';
import type { SiteLinks } from './links.js';
import { projectRoot } from './navigation.js';

/** The parts of markdown-it, the generator's reader of Markdown, that are used. */
interface Token {
  type: string;
  tag: string;
  content: string;
  info: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

type Render = (
  tokens: Token[],
  at: number,
  options: unknown,
  environment: Environment,
  self: { renderToken(...all: unknown[]): string },
) => string;

interface Environment {
  page: { inputPath: string };
}

export interface MarkdownReader {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[]; env: Environment }) => void): void } };
  renderer: { rules: Record<string, Render> };
}

/** Makes the reader write what the site needs: anchors as GitHub has them, links between pages, pictures, drawings. */
export function forTheSite(markdown: MarkdownReader, links: SiteLinks, assets: Assets): void {
  const { rules } = markdown.renderer;
  markdown.core.ruler.push('anchors', ({ tokens }) => addAnchors(tokens));
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    for (const { children } of tokens) for (const token of children ?? []) mendLink(token, sourceOf(env), links, assets);
  });
  rules.table_open = () => '<div class="wide"><table>\n';
  rules.table_close = () => '</table></div>\n';
  rules.fence = (tokens, at, _options, env) => block(tokens[at], `${basename(sourceOf(env), '.md')}-${at}`, assets);
}

/** The Markdown file that is read, from the project's root. */
function sourceOf({ page }: Environment): string {
  const path = page.inputPath.replace(/^\.\//, '');
  return /^docs\/(contributing|changelog)\.md$/.test(path) ? `${basename(path, '.md').toUpperCase()}.md` : path;
}

/** The anchor of a heading as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function addAnchors(tokens: Token[]): void {
  const seen = new Map<string, number>();
  tokens.forEach((token, at) => {
    if (token.type !== 'heading_open') return;
    const anchor = anchorOf(headingText(tokens[at + 1]));
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    token.attrSet('id', times === 0 ? anchor : `${anchor}-${times}`);
  });
}

/** What a reader sees of a heading: a link's words without its address. */
function headingText(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join('');
}

function mendLink(token: Token, source: string, links: SiteLinks, assets: Assets): void {
  const link = token.attrGet('href');
  if (token.type === 'link_open' && link !== null) token.attrSet('href', links.of(link, source));
  const picture = token.attrGet('src');
  if (token.type !== 'image' || picture === null) return;
  token.attrSet('src', assets.add(basename(picture), readFileSync(join(projectRoot, dirname(source), picture))));
  token.attrSet('loading', 'lazy');
}

function block(token: Token | undefined, name: string, assets: Assets): string {
  const { content = '', info = '' } = token ?? {};
  const language = info.trim().split(/\s+/)[0] ?? '';
  if (language === 'mermaid') return diagram(content, name, assets);
  return `<pre data-language="${asHtml(language)}"><code>${language === 'sh' ? shellText(content) : asHtml(content)}</code></pre>\n`;
}

/** Lines of a shell with their comments set apart. */
function shellText(text: string): string {
  return text.replace(/^(.*?)((?:^|\s)#\s.*)?$/gm, (_, line: string, comment = '') =>
    comment === '' ? asHtml(line) : `${asHtml(line)}<span class="comment">${asHtml(comment)}</span>`,
  );
}
