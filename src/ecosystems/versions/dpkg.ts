import { canonicalDigits, compareDigits } from './digits.js';
import { defineOrdering } from './ordering.js';

/** A Debian version (Policy, section 5.6.12); parts are runs of non-digits and digits in turn, beginning with non-digits. */
interface DpkgVersion {
  epoch: string;
  upstream: readonly string[];
  revision: readonly string[];
}

const SHAPE = /^(?:([0-9]+):)?([A-Za-z0-9.+~:_-]+)$/;

function parse(text: string): DpkgVersion | undefined {
  const [, epoch = '0', rest] = SHAPE.exec(text) ?? [];
  if (rest === undefined) return undefined;
  const dash = rest.lastIndexOf('-');
  const [upstream, revision] = dash === -1 ? [rest, ''] : [rest.slice(0, dash), rest.slice(dash + 1)];
  return { epoch: canonicalDigits(epoch), upstream: runsOf(upstream), revision: runsOf(revision) };
}

function runsOf(text: string): readonly string[] {
  const runs = text.match(/[0-9]+|[^0-9]+/g) ?? [];
  return /^[0-9]/.test(text) ? ['', ...runs] : runs;
}

function compare(a: DpkgVersion, b: DpkgVersion): number {
  return compareDigits(a.epoch, b.epoch) || compareRuns(a.upstream, b.upstream) || compareRuns(a.revision, b.revision);
}

function compareRuns(a: readonly string[], b: readonly string[]): number {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index += 2) {
    const order =
      compareWords(a[index] ?? '', b[index] ?? '') ||
      compareDigits(canonicalDigits(a[index + 1] ?? '0'), canonicalDigits(b[index + 1] ?? '0'));
    if (order !== 0) return order;
  }
  return 0;
}

/** `~` before the end, the end before letters, letters before everything else. */
function compareWords(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const order = weight(a, index) - weight(b, index);
    if (order !== 0) return order;
  }
  return 0;
}

function weight(word: string, index: number): number {
  const char = word.charAt(index);
  if (char === '') return 0;
  if (char === '~') return -1;
  return /[A-Za-z]/.test(char) ? char.charCodeAt(0) : char.charCodeAt(0) + 256;
}

/** Debian and Ubuntu: `dpkg --compare-versions`. */
export const dpkgOrdering = defineOrdering<DpkgVersion>({ id: 'dpkg', parse, compare });
