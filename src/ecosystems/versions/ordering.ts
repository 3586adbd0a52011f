import { InputError } from '../../support/errors.js';

/** A total order over the version texts of an ecosystem. Implementations parse once and remember. */
export interface Ordering {
  /** `semver`, `pep440`, `dpkg`, … */
  readonly id: string;
  /** True when the ecosystem's own tool would accept the text as a version (npm: strict semver; Go: a leading `v` may be missing). */
  valid(version: string): boolean;
  /** Negative when `a` sorts before `b`. Both must be valid; throws InputError otherwise, never guesses. */
  compare(a: string, b: string): number;
  /** True for versions a user should not be told to install: `1.0.0-rc.1`. Absent: the ordering knows none. */
  prerelease?(version: string): boolean;
  /** First number, for "same major preferred": `2` of `2.4.1`; absent where majors mean nothing (distributions). */
  major?(version: string): string;
}

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
