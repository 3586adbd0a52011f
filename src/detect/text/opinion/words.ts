import { isWordUnit } from '../reading/letters.js';
import type { Place } from '../reading/places.js';
import { hashOf } from './hash.js';

/** A word of a sentence; an address counts as one word that says only of what kind it is. */
export interface Word {
  start: number;
  end: number;
  /** Of the word's stem. */
  hash: number;
}

/** Letters of a word that count: endings differ by language and by what the word does in its sentence. */
const STEM = 6;
const LONGEST = 32;
const NUMBER = hashOf('<number>');
const TANGLE = hashOf('<tangle>');

/** Words of clean text in order. Scripts without blanks give one word for each character. */
export function wordsOf(text: string, places: readonly Place[], kinds: readonly number[]): Word[] {
  const found: Word[] = [];
  let next = 0;
  for (let at = 0; at < text.length; ) {
    const place = places[next];
    if (place !== undefined && at >= place.at) {
      const end = place.at + place.value.length;
      if (at < end) {
        found.push({ start: place.at, end, hash: kinds[next] ?? 0 });
        at = end;
      }
      next++;
      continue;
    }
    const end = endOfWord(text, at);
    if (end > at) found.push({ start: at, end, hash: hashOfWord(text, at, end) });
    at = Math.max(end, at + 1);
  }
  return found;
}

function endOfWord(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isUnspaced(code)) return at === start ? at + 1 : at;
    if (!isWordUnit(code)) break;
  }
  return at;
}

function hashOfWord(text: string, start: number, end: number): number {
  if (end - start > LONGEST) return TANGLE;
  const first = text.charCodeAt(start);
  return first >= 48 && first <= 57 ? NUMBER : hashOf(text, start, Math.min(end, start + STEM));
}

/** Scripts that put no blanks between words, and one whose words carry all their grammar behind them. */
function isUnspaced(code: number): boolean {
  return (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3);
}
