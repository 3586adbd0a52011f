import type { ConfigNode } from '../../collect/agents/config/config-node.js';
import type { ClientDocument } from './client-document.js';

type Place = Pick<ClientDocument, 'text' | 'language'>;

/** Characters that JSON may hold as they are, and TOML or YAML may not. */
const ESCAPED = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

/** A text in quotes: the same in JSON, TOML and YAML. */
export function literal(value: string): string {
  return JSON.stringify(value).replace(ESCAPED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function flowList(words: readonly string[]): string {
  return `[${words.map(literal).join(', ')}]`;
}

/** The text to put before the first item of a list, or into an empty one. Undefined where the list is written in a way of its own. */
export function itemsBefore({ text, language }: Place, list: ConfigNode & { kind: 'list' }, words: readonly string[]): string | undefined {
  const [first] = list.items;
  const isBracketed = text[list.start] === '[';
  if (first === undefined) return isBracketed ? words.map(literal).join(', ') : undefined;
  if (isBracketed) return words.map((word) => `${literal(word)}, `).join('');
  const line = lineBefore(text, first.start);
  if (language === 'json' || !/^ *- +$/.test(line)) return undefined;
  return words.map((word) => literal(word) + lineEnding(text) + line).join('');
}

/** The text that adds a member right behind another one's value. `names`: those of the member before, and of the new one. */
export function memberAfter(
  { text, language }: Place,
  { map, value, names }: { map: ConfigNode; value: ConfigNode; names: readonly [string, string] },
  list: string,
): string | undefined {
  const [before, name] = names;
  if (language === 'json') return `, ${literal(name)}: ${list}`;
  if (text[map.start] === '{') return language === 'toml' ? `, ${name} = ${list}` : `, ${name}: ${list}`;
  const line = lineBefore(text, value.start);
  const key = `(?:${before}|"${before}"|'${before}')`;
  if (language === 'toml') {
    const [, head] = new RegExp(`^(\\s*(?:\\S.*\\.\\s*)?)${key}\\s*=\\s*$`).exec(line) ?? [];
    return head === undefined ? undefined : `${lineEnding(text)}${head}${name} = ${list}`;
  }
  const [, head] = new RegExp(`^( *(?:- +)*)${key} *: +$`).exec(line) ?? [];
  return head === undefined ? undefined : `${lineEnding(text)}${head.replaceAll('-', ' ')}${name}: ${list}`;
}

function lineBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
}

function lineEnding(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
