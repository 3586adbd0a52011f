/** Ways to write words so that a reader does not see them, or sees something else. */
export type Disguise = (words: string) => string;

const LATIN_TWINS: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', y: 'у', i: 'і' };
const CYRILLIC_TWINS = Object.fromEntries(Object.entries(LATIN_TWINS).map(([latin, cyrillic]) => [cyrillic, latin]));

/** Disguises of plain words; what no rule can see in a text of the other scripts is left out by `fits`. */
export const disguises = {
  'zero-width': (words) => [...words].join('\u200b'),
  ansi: (words) => `\u001b[8m${words}\u001b[28m`,
  'html-comment': (words) => `<!-- ${words} -->`,
  'css-hidden': (words) => `<div style="display:none">${words}</div>`,
  'white-text': (words) => `<span style="color:#ffffff;background:#ffffff;font-size:1px">${words}</span>`,
  'link-comment': (words) => `[//]: # (${words.replace(/[()]/g, '')})`,
  'alt-text': (words) => `![${words.replace(/[[\]]/g, '')}](chart.png)`,
  blanks: (words) => ' '.repeat(400) + words,
  newlines: (words) => '\n'.repeat(80) + words,
  entities: (words) => [...words].map((char) => `&#${char.codePointAt(0)};`).join(''),
  percent: (words) => [...Buffer.from(words)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'u-escapes': (words) =>
    Array.from({ length: words.length }, (_, at) => `\\u${words.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  spaced: (words) =>
    words
      .split(' ')
      .map((word) => [...word].join(' '))
      .join('   '),
  homoglyphs: (words) => [...words].map((char) => LATIN_TWINS[char] ?? CYRILLIC_TWINS[char] ?? char).join(''),
  'full-width': (words) => words.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
  tags: (words) => [...Buffer.from(words)].map((byte) => String.fromCodePoint(0xe0000 + (byte & 0x7f))).join(''),
  bidi: (words) => `\u202e${[...words].reverse().join('')}\u202c`,
  'variation-selectors': (words) =>
    `\u{1f4dd}${[...Buffer.from(words)].map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)).join('')}`,
  base64: (words) => Buffer.from(words).toString('base64'),
  hex: (words) => Buffer.from(words).toString('hex'),
  rot13: (words) => words.replace(/[a-z]/gi, turned),
} satisfies Record<string, Disguise>;

export type DisguiseName = keyof typeof disguises;

/** Encodings say nothing to an agent unless the text tells it to decode them. */
export const ENCODINGS: ReadonlySet<string> = new Set([
  'base64',
  'hex',
  'rot13',
  'entities',
  'percent',
  'u-escapes',
] satisfies DisguiseName[]);

/** False where the disguise leaves the words of a language as they are, or has no letters to work on. */
export function fits(name: DisguiseName, language: string): boolean {
  const isLatin = !['zh', 'ja', 'ko', 'ru'].includes(language);
  if (name === 'rot13' || name === 'full-width' || name === 'tags') return isLatin;
  return name !== 'homoglyphs' || isLatin || language === 'ru';
}

function turned(letter: string): string {
  const start = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
}
