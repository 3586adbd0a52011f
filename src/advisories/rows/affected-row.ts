import { type AffectedRange, fixStates, type RangeEvent } from '../../model/advisory.js';

/**
 * How `affected.data` is written: JSON `[[range, …], [version, …]]`, a range being its type's first letter followed by its
 * events, each one text whose first character says which event it is, and by what a distribution says about the range. An exact list
 * alone drops the outer pair's first part.
 */
export interface AffectedData {
  ranges: readonly AffectedRange[];
  versions: readonly string[];
}

/** Bits of `affected.flags`. */
export const WITHDRAWN = 1;
export const MALICIOUS = 2;

const SIGNS = { introduced: '>', fixed: '<', last_affected: '=', limit: '|' } as const;
const MODULE = '~';
const URGENCY = '!';
const STATE = '?';

/** Encodes what an advisory says about one package, as a short text. */
export function encodeAffected({ ranges, versions }: AffectedData): string {
  const written = ranges.map((range) => [range.type[0], ...range.events.flatMap(signed), ...said(range)]);
  return JSON.stringify(versions.length === 0 ? [written] : [written, versions]);
}

function signed(event: RangeEvent): string[] {
  const texts: string[] = [];
  for (const key of ['introduced', 'fixed', 'last_affected', 'limit'] as const) {
    const version = event[key];
    if (version !== undefined) texts.push(SIGNS[key] + version);
  }
  return texts;
}

function said({ module, urgency, state }: AffectedRange): string[] {
  if (module === undefined && urgency === undefined && state === undefined) return [];
  return [
    ...(module === undefined ? [] : [MODULE + module]),
    ...(urgency === undefined ? [] : [URGENCY + urgency]),
    ...(state === undefined ? [] : [STATE + state]),
  ];
}

/** The reverse of `encodeAffected`, one event an object. Throws SyntaxError or TypeError on a damaged text. */
export function decodeAffected(text: string): AffectedData {
  const [ranges, versions = []]: [string[][], string[]?] = JSON.parse(text);
  return { ranges: ranges.map(decodeRange), versions };
}

function decodeRange([type, ...texts]: string[]): AffectedRange {
  const range: AffectedRange = { type: type === 'S' ? 'SEMVER' : 'ECOSYSTEM', events: [] };
  for (const text of texts) {
    const sign = text[0];
    if (sign === MODULE) range.module = text.slice(1);
    else if (sign === URGENCY) range.urgency = text.slice(1);
    else if (sign === STATE) {
      const state = fixStates.find((known) => known === text.slice(1));
      if (state !== undefined) range.state = state;
    } else range.events.push(decodeEvent(text));
  }
  return range;
}

function decodeEvent(text: string): RangeEvent {
  const version = text.slice(1);
  switch (text[0]) {
    case '>':
      return { introduced: version };
    case '<':
      return { fixed: version };
    case '=':
      return { last_affected: version };
    default:
      return { limit: version };
  }
}
