import { compareText } from '../../support/compare-text.js';
import { canonicalDigits, compareDigits, compareLists, dropTrailingZeros, isDigits } from './digits.js';
import { defineOrdering } from './ordering.js';

/** A version by PEP 440; numbers are texts of digits without leading zeros. */
export interface Pep440Version {
  epoch: string;
  /** As written, trailing zeros included. */
  release: readonly string[];
  pre?: { phase: 'a' | 'b' | 'rc'; number: string };
  post?: string;
  dev?: string;
  local: readonly string[];
}

/** PEP 440, appendix B, with the separators its normalisation allows. */
const SHAPE = new RegExp(
  [
    '^v?(?:([0-9]+)!)?([0-9]+(?:\\.[0-9]+)*)',
    '(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?([0-9]+)?)?',
    '(?:-([0-9]+)|[-_.]?(post|rev|r)[-_.]?([0-9]+)?)?',
    '(?:[-_.]?(dev)[-_.]?([0-9]+)?)?',
    '(?:\\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$',
  ].join(''),
);

const PHASES: Readonly<Record<string, 'a' | 'b' | 'rc'>> = {
  a: 'a',
  alpha: 'a',
  b: 'b',
  beta: 'b',
  c: 'rc',
  rc: 'rc',
  pre: 'rc',
  preview: 'rc',
};

/** Parts of a version by PEP 440, or undefined when the text is none. */
export function parsePep440(text: string): Pep440Version | undefined {
  const match = SHAPE.exec(text.trim().toLowerCase());
  if (!match) return undefined;
  const [, epoch = '0', release = '', preWord, preNumber = '0', implicitPost, postWord, postNumber = '0', devWord, devNumber = '0', local] =
    match;
  const phase = preWord === undefined ? undefined : PHASES[preWord];
  const post = implicitPost ?? (postWord === undefined ? undefined : postNumber);
  return {
    epoch: canonicalDigits(epoch),
    release: release.split('.').map(canonicalDigits),
    ...(phase && { pre: { phase, number: canonicalDigits(preNumber) } }),
    ...(post !== undefined && { post: canonicalDigits(post) }),
    ...(devWord !== undefined && { dev: canonicalDigits(devNumber) }),
    local: local === undefined ? [] : local.split(/[-_.]/).map((part) => (isDigits(part) ? canonicalDigits(part) : part)),
  };
}

/** Order by PEP 440, "Summary of permitted suffixes and relative ordering", without the local version. */
export function comparePublic(a: Pep440Version, b: Pep440Version): number {
  return (
    compareDigits(a.epoch, b.epoch) ||
    compareLists(dropTrailingZeros(a.release), dropTrailingZeros(b.release), compareDigits) ||
    preRank(a) - preRank(b) ||
    compareDigits(a.pre?.number ?? '0', b.pre?.number ?? '0') ||
    compareOptional(a.post, b.post, -1) ||
    compareOptional(a.dev, b.dev, 1)
  );
}

/** Order by PEP 440. Local versions come after the public one; among them numbers come after words. */
export function comparePep440(a: Pep440Version, b: Pep440Version): number {
  return comparePublic(a, b) || compareLists(a.local, b.local, compareLocal);
}

/** `1.0.dev1` comes before `1.0a1`, a plain `1.0` after `1.0rc1`. */
function preRank({ pre, post, dev }: Pep440Version): number {
  if (pre) return { a: 1, b: 2, rc: 3 }[pre.phase];
  return post === undefined && dev !== undefined ? 0 : 4;
}

/** `missing` says on which side of every number the absent part sorts. */
function compareOptional(a: string | undefined, b: string | undefined, missing: -1 | 1): number {
  if (a === undefined) return b === undefined ? 0 : missing;
  return b === undefined ? -missing : compareDigits(a, b);
}

function compareLocal(a: string, b: string): number {
  const aNumber = isDigits(a);
  if (aNumber !== isDigits(b)) return aNumber ? 1 : -1;
  return aNumber ? compareDigits(a, b) : compareText(a, b);
}

/** True for alpha, beta, candidate and development releases (PEP 440, "Handling of pre-releases"). */
export function isPep440Prerelease({ pre, dev }: Pep440Version): boolean {
  return pre !== undefined || dev !== undefined;
}

/** PyPI. */
export const pep440Ordering = defineOrdering<Pep440Version>({
  id: 'PEP 440',
  parse: parsePep440,
  compare: comparePep440,
  prerelease: isPep440Prerelease,
  major: ({ epoch, release }) => (epoch === '0' ? (release[0] ?? '0') : `${epoch}!${release[0] ?? '0'}`),
});
