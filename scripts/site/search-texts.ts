import type { SearchText } from './browser/search-text.js';
import { ruleAt } from './links.js';

/** Characters of a section that are searched; tables of hundreds of rows are found by their page's title. */
const MOST_TEXT = 4000;

/** What is searched of a page: its sections, each with the headings above it. */
export function searchTexts(content: string, path: string): SearchText[] {
  const [head = '', ...rest] = content.split(/(?=<h[23] id=")/);
  const title = words(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(head)?.[1] ?? '');
  const rule = ruleAt(path);
  // A rule is found as a whole, by its own words: what many of their pages say would find every one.
  if (rule)
    return [{ at: path, title: rule.id, section: rule.title, text: rule.family === 'secrets' ? '' : `${rule.rationale} ${rule.fix}` }];
  const first = { at: path, title, section: '', text: words(head.replace(/<h1[\s\S]*?<\/h1>/, '')) };
  const sections = rest.map((part) => {
    const [, anchor = '', heading = ''] = /<h[23] id="([^"]+)"[^>]*>([\s\S]*?)<\/h[23]>/.exec(part) ?? [];
    return { at: `${path}#${anchor}`, title, section: words(heading), text: words(part.replace(/<h[23][\s\S]*?<\/h[23]>/, '')) };
  });
  // The lists of rules name what the rules' own pages say.
  return path === 'rules.html' ? [first] : [first, ...sections];
}

const MARKS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#38;': '&',
  '&#60;': '<',
  '&#62;': '>',
  '&#34;': '"',
  '&#39;': "'",
};

function words(markup: string): string {
  const text = markup
    .replace(/<figure class="drawing">[\s\S]*?<\/figure>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#\d+);/g, (mark) => MARKS[mark] ?? ' ')
    .replace(/\s+/g, ' ');
  return text.trim().slice(0, MOST_TEXT);
}
