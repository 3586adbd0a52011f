import { definitionStrings } from '../../../src/detect/tools/strings.js';
import { readJsonLines } from '../../../test/support/reference-data.js';

interface ToolRecord {
  id: string;
  label: 'poisoned' | 'suspicious' | 'benign';
  categories?: string[];
  tools: unknown[];
}

export interface HiddenCase {
  name: string;
  text: string;
  isHidden: boolean;
}

/** Ways to write a text so that a model reads it and a person does not see it, or sees another one. */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  'tag characters': (text) => shifted(text, (code) => (code < 0x80 ? 0xe0000 + code : undefined)),
  'variation selectors': (text) =>
    [...Buffer.from(text)].map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)).join(''),
  'zero width as bits': (text) => bits(text, '\u200b', '\u200c'),
  'joiners as bits': (text) => bits(text, '\u200d', '\u2060'),
  'invisible operators as bits': (text) => bits(text, '\u2062', '\u2064'),
  'Hangul fillers as bits': (text) => bits(text, '\u3164', '\uffa0'),
  'an override': (text) => `\u202e${[...text].reverse().join('')}\u202c`,
  'an override without an end': (text) => `\u202e${[...text].reverse().join('')}`,
  'a title': (text) => `\u001b]0;${text}\u0007`,
  'the clipboard': (text) => `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`,
  'a message of the device': (text) => `\u001bP${text}\u001b\\`,
  'lines that are erased': (text) => `${text}\u001b[2K\u001b[1A`,
  'concealed text': (text) => `\u001b[8m${text}\u001b[28m`,
  'a screen that is put aside': (text) => `\u001b[?1049h${text}\u001b[?1049l`,
};

/** Strings of definitions: of poisoned ones, hidden in each way within an honest one; of benign ones, as they are. */
export function hiddenCases(): HiddenCase[] {
  const records = readJsonLines<ToolRecord>('mcp-tools', 'visible.jsonl');
  const honest = records
    .filter(({ label }) => label === 'benign')
    .flatMap((record) => stringsOf(record).map((text) => ({ ...record, text })));
  const orders = records.filter(({ label }) => label === 'poisoned').flatMap(longest);
  const made = orders.flatMap(({ id, text }, at) =>
    Object.entries(WAYS).map(([way, hide]): HiddenCase => {
      const around = honest[(at * 31) % honest.length]?.text ?? '';
      const split = Math.floor(around.length / 2);
      return { name: `${id} as ${way}`, text: around.slice(0, split) + hide(text) + around.slice(split), isHidden: true };
    }),
  );
  return [...made, ...honest.map(({ id, text }): HiddenCase => ({ name: id, text, isHidden: false }))];
}

function longest(record: ToolRecord): { id: string; text: string }[] {
  const [text] = stringsOf(record)
    .filter((one) => /^[\x20-\x7e\n]{20,2000}$/.test(one))
    .sort((a, b) => b.length - a.length);
  return text === undefined ? [] : [{ id: record.id, text: text.replaceAll('\n', ' ').slice(0, 200) }];
}

function stringsOf({ tools }: ToolRecord): string[] {
  return tools.flatMap((tool) => definitionStrings(tool).map(({ text }) => text));
}

function shifted(text: string, codeOf: (code: number) => number | undefined): string {
  return [...text].map((char) => String.fromCodePoint(codeOf(char.codePointAt(0) ?? 0) ?? 0xe0020)).join('');
}

function bits(text: string, zero: string, one: string): string {
  return [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0').replaceAll('0', zero).replaceAll('1', one)).join('');
}
