import { familyTitles } from '../../src/detect/rule-catalogue.js';
import { type Html, html, raw } from './html.js';
import { ruleAt } from './links.js';
import { byGroup, type GuidePage } from './navigation.js';

/** Paths in the site of what every page loads. */
export interface FrameAssets {
  style: string;
  script: string;
  icon: string;
}

/** Stands for the path of the search, whose content is known when all pages are. */
export const SEARCH_PATH = '@@search@@';

/**
 * A whole page around its content. Every address in it is relative, so that the site works at any path of any server, and as files.
 * `path` is the page's file in the site: `rules/cmd-01.html`.
 */
export function frame(content: string, path: string, pages: readonly GuidePage[], { style, script, icon }: FrameAssets): string {
  const up = path.includes('/') ? '../' : '';
  const title = plainText(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(content)?.[1] ?? 'Guide');
  const headings = headingsOf(content);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${path === 'index.html' ? 'Castellan guide' : `${title} · Castellan guide`}</title>
<link rel="icon" href="${up}${icon}">
<link rel="stylesheet" href="${up}${style}">
<script src="${up}${script}" defer data-search="${up}${SEARCH_PATH}" data-root="${up}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="${up}index.html"><img src="${up}${icon}" alt="" width="22" height="22"><span><b>Castellan</b> guide</span></a>
<search><input type="search" id="query" placeholder="Search the guide" aria-label="Search the guide" autocomplete="off" spellcheck="false" disabled><kbd aria-hidden="true">/</kbd><div id="found" hidden></div></search>
<noscript><a href="${up}index.html">All pages</a></noscript>
</header>
<div class="columns">
${menu(pages, path, up)}
<main id="content" tabindex="-1">
${crumb(path, up)}<article>
${raw(content)}</article>
${beside(pages, path)}</main>
${onThisPage(headings)}
</div>
</body>
</html>
`.text;
}

/** The menu: open beside the page where there is room, folded above it where there is not. */
function menu(pages: readonly GuidePage[], path: string, up: string): Html {
  const current = path.startsWith('rules/') ? 'rules' : path.replace(/\.html$/, '');
  const groups = byGroup(pages).map(([group, members]) => {
    const links = members.map(
      ({ name, label }) =>
        html`<li><a href="${up}${name}.html"${name === current ? raw(' aria-current="page"') : undefined}>${label}</a></li>`,
    );
    return html`<section><h2>${group}</h2><ul>${links}</ul></section>`;
  });
  return html`<nav class="menu" aria-label="Guide"><details open><summary>All pages</summary>${groups}</details></nav>`;
}

function crumb(path: string, up: string): Html | undefined {
  const rule = ruleAt(path);
  if (!rule) return undefined;
  const family = familyTitles[rule.family];
  return html`<nav class="crumb" aria-label="Where you are"><a href="${up}rules.html">Rules</a> › <a href="${up}rules.html#${family.toLowerCase().replaceAll(' ', '-')}">${family}</a></nav>\n`;
}

/** The pages before and after this one in the menu. */
function beside(pages: readonly GuidePage[], path: string): Html | undefined {
  const at = pages.findIndex(({ name }) => `${name}.html` === path);
  if (at === -1) return undefined;
  const link = (page: GuidePage | undefined, rel: string, word: string) =>
    page && html`<a rel="${rel}" href="${page.name}.html"><small>${word}</small>${page.label}</a>`;
  return html`<nav class="beside" aria-label="Pages beside this one">${link(pages[at - 1], 'prev', 'Before')}${link(pages[at + 1], 'next', 'Next')}</nav>\n`;
}

interface Heading {
  anchor: string;
  text: string;
}

function headingsOf(content: string): Heading[] {
  return [...content.matchAll(/<h2 id="([^"]+)"[^>]*>([\s\S]*?)<\/h2>/g)].map(([, anchor = '', text = '']) => ({
    anchor,
    text: plainText(text),
  }));
}

function onThisPage(headings: readonly Heading[]): Html | undefined {
  if (headings.length < 2) return undefined;
  const links = headings.map(({ anchor, text }) => html`<li><a href="#${anchor}">${raw(text)}</a></li>`);
  return html`<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${links}</ul></nav>`;
}

/** Without its elements; references stay as they are. */
function plainText(markup: string): string {
  return markup.replace(/<[^>]+>/g, '').trim();
}
