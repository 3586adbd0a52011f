import type { AffectedRange, RangeEvent } from '../../model/advisory.js';

/**
 * How `affected.data` is written: JSON `[[range, …], [version, …]]`, a range being its type's first letter followed by its
 * events, each one text whose first character says which event it is. An exact list alone drops the outer pair's first part.
 */
export interface AffectedData {
  ranges: readonly AffectedRange[];
  versions: readonly string[];
}

/** Bits of `affected.flags`. */
export const WITHDRAWN = 1;
export const MALICIOUS = 2;

const SIGNS = { introduced: '>', fixed: '<', last_affected: '=', limit: '|' } as const;

/** Encodes what an advisory says about one package, as a short text. */
export function encodeAffected({ ranges, versions }: AffectedData): string {
  const written = ranges.map(({ type, events }) => [type[0], ...events.flatMap(signed)]);
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

/** The reverse of `encodeAffected`, one event an object. Throws SyntaxError or TypeError on a damaged text. */
export function decodeAffected(text: string): AffectedData {
  const [ranges, versions = []]: [string[][], string[]?] = JSON.parse(text);
  return { ranges: ranges.map(decodeRange), versions };
}

function decodeRange([type, ...events]: string[]): AffectedRange {
  return { type: type === 'S' ? 'SEMVER' : 'ECOSYSTEM', events: events.map(decodeEvent) };
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
