import { canonicalDigits, increment } from '../versions/digits.js';
import { comparePrecedence, type SemVersion } from '../versions/semver.js';
import { type Comparator, holds } from './range-scheme.js';

/** A version some of whose numbers may be missing or `x`: then those after it are missing too. */
export interface PartialVersion {
  major?: string;
  minor?: string;
  patch?: string;
  pre: readonly string[];
  /** True when a number is written as `x`, `X` or `*`. */
  wildcard: boolean;
}

export type SemverOperator = '=' | '<' | '<=' | '>' | '>=' | '^' | '~';

const SHAPE = /^v?([0-9]+|[xX*])(?:\.([0-9]+|[xX*]))?(?:\.([0-9]+|[xX*]))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;
const WILDCARD = /^[xX*]$/;

/** Parts of `1.2`, `1.x`, `v1.2.3-rc.1`; undefined when the text is none. */
export function parsePartial(text: string): PartialVersion | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const written = match.slice(1, 4);
  const firstGap = written.findIndex((part) => part === undefined || WILDCARD.test(part));
  const [major, minor, patch] = (firstGap === -1 ? written : written.slice(0, firstGap)).map((part) => canonicalDigits(part ?? '0'));
  return {
    ...(major !== undefined && { major }),
    ...(minor !== undefined && { minor }),
    ...(patch !== undefined && { patch }),
    pre: match[4]?.split('.') ?? [],
    wildcard: written.some((part) => part !== undefined && WILDCARD.test(part)),
  };
}

/** The lowest version a partial one stands for. */
export function lowest({ major = '0', minor = '0', patch = '0', pre }: PartialVersion): SemVersion {
  return { release: [major, minor, patch], pre, build: [] };
}

/** The first version after all that agree up to the number at `index`; its pre-releases count as after them too. */
function after({ release: [major, minor, patch] }: SemVersion, index: 0 | 1 | 2): SemVersion {
  const releases: Readonly<Record<0 | 1 | 2, SemVersion['release']>> = {
    0: [increment(major), '0', '0'],
    1: [major, increment(minor), '0'],
    2: [major, minor, increment(patch)],
  };
  return { release: releases[index], pre: ['0'], build: [] };
}

const NEVER: Comparator<SemVersion> = { op: '<', version: { release: ['0', '0', '0'], pre: ['0'], build: [] } };

/** The bounds that a requirement of node-semver or Cargo means. The two differ only in the meaning of a bare version. */
export function boundsOf(op: SemverOperator, partial: PartialVersion): Comparator<SemVersion>[] {
  if (partial.major === undefined) return op === '<' || op === '>' ? [NEVER] : [];
  const version = lowest(partial);
  switch (op) {
    case '^':
      return between(version, caretIndex(partial));
    case '~':
      return between(version, partial.minor === undefined ? 0 : 1);
    default:
      return partial.patch === undefined ? partialBounds(op, partial, version) : [{ op, version }];
  }
}

function between(version: SemVersion, index: 0 | 1 | 2): Comparator<SemVersion>[] {
  return [
    { op: '>=', version },
    { op: '<', version: after(version, index) },
  ];
}

/** The first number that is not zero must stay; of `0.0` it is the last one written. */
function caretIndex({ major, minor, patch }: PartialVersion): 0 | 1 | 2 {
  if (major !== '0' || minor === undefined) return 0;
  return minor !== '0' || patch === undefined ? 1 : 2;
}

function partialBounds(op: '=' | '<' | '<=' | '>' | '>=', { minor }: PartialVersion, version: SemVersion): Comparator<SemVersion>[] {
  const next = after(version, minor === undefined ? 0 : 1);
  switch (op) {
    case '=':
      return between(version, minor === undefined ? 0 : 1);
    case '>':
      return [{ op: '>=', version: { ...next, pre: [] } }];
    case '<=':
      return [{ op: '<', version: next }];
    case '<':
      return [{ op, version: { ...version, pre: ['0'] } }];
    case '>=':
      return [{ op, version }];
  }
}

/** True when the version meets all bounds; a pre-release only when a bound names a pre-release of the same release. */
export function meetsAll(bounds: readonly Comparator<SemVersion>[], version: SemVersion): boolean {
  if (!bounds.every((bound) => holds(bound.op, comparePrecedence(version, bound.version)))) return false;
  if (version.pre.length === 0) return true;
  const release = version.release.join('.');
  return bounds.some((bound) => bound.version.pre.length > 0 && bound.version.release.join('.') === release);
}

/** The text of a version without its build metadata. */
export function formatSemver({ release, pre }: SemVersion): string {
  return pre.length === 0 ? release.join('.') : `${release.join('.')}-${pre.join('.')}`;
}
