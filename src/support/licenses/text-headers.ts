import { isGroup, type Leaf, parseExpression } from './expression.js';

/** Sentences by which a file says under which licence it stands, in words as texts are compared. */
const HEADERS: readonly [sentence: RegExp, id: (...parts: string[]) => string][] = [
  [
    /\bgnu (affero |lesser |library )?general public license (?:[al]?gpl )?(?:as published by the free software foundation )?(?:either )?version (\d(?:\.\d)?)(?: of the license)?(?: as published by the free software foundation)?( or at your option any later version| or any later version| or later)?/,
    (kind, version, later) =>
      `${GNU[kind.trim()] ?? ''}GPL-${version.includes('.') ? version : `${version}.0`}-${later === '' ? 'only' : 'or-later'}`,
  ],
  [
    /\blicensed under the apache license version 2\.0 the license you may not use this file except in compliance with the license\b/,
    () => 'Apache-2.0',
  ],
  [/\bsubject to the (?:terms of the )?mozilla public license (?:v|version) ?(\d\.\d)\b/, (version) => `MPL-${version}`],
  [/\bunder the terms of the eclipse public license (?:v|version )?(\d\.\d)\b/, (version) => `EPL-${version}`],
  [/\blicensed under the academic free license version (\d\.\d)\b/, (version) => `AFL-${version}`],
  [/\blicensed under the open software license version (\d\.\d)\b/, (version) => `OSL-${version}`],
  [/\bdistributed under the boost software license version 1\.0\b/, () => 'BSL-1.0'],
  [/\blicensed under the eupl version (\d\.\d)( or as soon they)?/, (version) => `EUPL-${version}`],
];

const GNU: Readonly<Record<string, string>> = { affero: 'A', lesser: 'L', library: 'L' };

/** What makes more or less of a licence than its header says. */
const CHANGED =
  /\b(?:exceptions?|commons clause|noncommercial|commercial|sell|prohibited|forbidden|restrictions?|in addition|provided that|only if|not be used)\b/;

/** A header is a few sentences; what is longer is a text. */
const MAX_WORDS = 350;

/** The licence that the header of a source file names; undefined where it says more, or less. */
export function readHeader(words: readonly string[]): Leaf | undefined {
  if (words.length > MAX_WORDS) return undefined;
  const text = words.join(' ');
  const found = HEADERS.flatMap(([sentence, id]) => {
    const match = sentence.exec(text);
    return match ? [{ id: id(...match.slice(1).map((part = '') => part)), rest: text.replace(match[0], ' ') }] : [];
  });
  const [only] = found;
  if (only === undefined || found.length > 1 || CHANGED.test(only.rest)) return undefined;
  const node = parseExpression(only.id);
  return node && !isGroup(node) ? node : undefined;
}
