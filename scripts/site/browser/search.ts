import texts from 'virtual:texts';
import MiniSearch from 'minisearch';
import type { Found, SearchText } from './search-text.js';

/** Hits shown at most. */
const MOST = 12;
const AROUND = 70;

/** Words as they are written, and the parts of what is written together: `--fail-on-kev`, `MDL-PKL-EXEC`, `castellan.yaml`. */
function tokenize(text: string): string[] {
  const whole = text.split(/[\s,;:()[\]{}"'`|=<>]+/).map((word) => word.replace(/^[-./]+|[.]+$/g, ''));
  const parts = whole.flatMap((word) => (/[-_./]/.test(word) ? word.split(/[-_./]+/) : []));
  return [...whole, ...parts].filter((word) => word.length > 1);
}

/** Words of questions, which tell nothing of what is asked for. */
const SILENT = new Set(
  'a an and are can do does for from how i in is it my of on or that the this to what when where which why with'.split(' '),
);

const index = new MiniSearch<SearchText & { id: number }>({
  fields: ['title', 'section', 'text'],
  tokenize,
  processTerm: (term) => (SILENT.has(term.toLowerCase()) ? null : term.toLowerCase()),
  searchOptions: { boost: { title: 8, section: 4 }, prefix: true, fuzzy: (term) => (term.length > 5 ? 0.15 : false), combineWith: 'AND' },
});
index.addAll(texts.map((text, id) => ({ ...text, id })));

globalThis.guideSearch = (query) =>
  index
    .search(query)
    .slice(0, MOST)
    .flatMap(({ id, queryTerms, terms }): Found[] => {
      const text = texts[id];
      return text
        ? [
            {
              at: text.at,
              title: text.title,
              section: text.section,
              excerpt: excerpt(text.text, [...longest(queryTerms), ...longest(terms)]),
            },
          ]
        : [];
    });

/** The longest word says most about what was meant. */
function longest(words: readonly string[]): string[] {
  return [...words].sort((a, b) => b.length - a.length);
}

function excerpt(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term));
  const from = Math.max(0, (places.find((place) => place >= 0) ?? 0) - AROUND);
  const piece = text.slice(from, from + 2 * AROUND);
  return `${from > 0 ? '…' : ''}${piece}${from + piece.length < text.length ? '…' : ''}`;
}
