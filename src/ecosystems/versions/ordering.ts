import { InputError } from '../../support/errors.js';
import type { Ordering } from '../ecosystem.js';

/** Parts of an ordering over a parsed form `V`; `parse` gives undefined for texts that are no version. */
export interface OrderingParts<V> {
  id: string;
  parse(text: string): V | undefined;
  compare(a: V, b: V): number;
  prerelease?(version: V): boolean;
  major?(version: V): string;
}

/** Parsed versions kept per ordering; a scan compares few distinct texts many times. */
const REMEMBERED = 4096;

/** Makes an Ordering over texts from one over parsed versions, remembering what it parsed. */
export function defineOrdering<V>(parts: OrderingParts<V>): Ordering {
  const seen = new Map<string, V | undefined>();
  const parse = (text: string): V | undefined => {
    if (seen.has(text)) return seen.get(text);
    if (seen.size >= REMEMBERED) seen.clear();
    const parsed = text.length > 1024 ? undefined : parts.parse(text);
    seen.set(text, parsed);
    return parsed;
  };
  const need = (text: string): V => {
    const parsed = parse(text);
    if (parsed !== undefined) return parsed;
    throw new InputError({ issue: 'invalid_entry', message: `"${text.slice(0, 80)}" is no ${parts.id} version` });
  };
  const { prerelease, major } = parts;
  return {
    id: parts.id,
    valid: (text) => parse(text) !== undefined,
    compare: (a, b) => (a === b ? 0 : parts.compare(need(a), need(b))),
    ...(prerelease && { prerelease: (text: string) => prerelease(need(text)) }),
    ...(major && { major: (text: string) => major(need(text)) }),
  };
}
