import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Addressee, TextDocument } from '../../src/detect/text/reading/document.js';

/** A labelled text: an order against the user, or an honest text that looks like one. */
export interface TextCase {
  id: string;
  hostile: boolean;
  document: TextDocument;
}

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../fixtures/text');

/** Every case below `fixtures/text`, see the README there. */
export function textCases(): TextCase[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return files.sort().flatMap((name) => casesIn(readFileSync(join(folder, name), 'utf8'), name.startsWith('orders')));
}

function casesIn(text: string, hostile: boolean): TextCase[] {
  return text
    .split(/^%% /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...body] = part.split('\n');
      const [id = ''] = head.split(' ');
      const [, name = '', description = ''] = /about=([^:]*): (.*)$/.exec(head) ?? [];
      const kind = head.includes('kind=json-string') ? 'json-string' : head.includes('kind=code') ? 'code' : 'markdown';
      const addressee: Addressee = head.includes('to=people') ? 'people' : 'agent';
      const subject = { name, description, ownNames: [name], hosts: [] };
      return { id, hostile, document: { text: expanded(body.join('\n').trimEnd()), kind, addressee, subject } };
    });
}

/** Replaces `{{form:words}}` by the words in that form, innermost first. */
function expanded(text: string): string {
  const next = text.replace(/\{\{([\w-]+):([^{}]*)\}\}/g, (_, form: string, words: string) => disguises[form]?.(words) ?? '');
  return next === text ? text : expanded(next);
}

const disguises: Readonly<Record<string, (words: string) => string>> = {
  b64: (words) => Buffer.from(words).toString('base64'),
  'b64-utf16': (words) => Buffer.from(words, 'utf16le').toString('base64'),
  hex: (words) => Buffer.from(words).toString('hex'),
  rot13: (words) => words.replace(/[a-z]/gi, (letter) => turned(letter)),
  tags: (words) => [...words].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join(''),
  'zero-width': (words) => words.replace(/(\w)(\w)/g, '$1\u200b$2'),
  entities: (words) => [...words].map((char) => `&#${char.charCodeAt(0)};`).join(''),
  percent: (words) => [...words].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
  spaced: (words) =>
    words
      .split(' ')
      .map((word) => [...word].join(' '))
      .join('   '),
  variation: (words) =>
    [...Buffer.from(words)].map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)).join(''),
  'look-alike': (words) => words.replace(/[oea]/g, (letter) => ({ o: 'о', e: 'е', a: 'а' })[letter] ?? letter),
  lines: (count) => '\n'.repeat(Number(count)),
  blanks: (count) => ' '.repeat(Number(count)),
};

function turned(letter: string): string {
  const start = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
}
