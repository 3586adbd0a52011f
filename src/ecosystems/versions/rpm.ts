import { compareText } from '../../support/compare-text.js';
import { canonicalDigits, compareDigits, isDigits } from './digits.js';
import { defineOrdering } from './ordering.js';

/** Epoch, version and release; the latter two as runs of digits, runs of letters, `~` and `^`. */
interface RpmVersion {
  epoch: string;
  version: readonly string[];
  release: readonly string[];
}

function parse(text: string): RpmVersion | undefined {
  if (!/^[^\s$()[\]{}<>|,]+$/.test(text)) return undefined;
  const [, epoch = '0', rest = ''] = /^(?:([0-9]+):)?(.*)$/.exec(text) ?? [];
  const dash = rest.lastIndexOf('-');
  const [version, release] = dash === -1 ? [rest, ''] : [rest.slice(0, dash), rest.slice(dash + 1)];
  return { epoch: canonicalDigits(epoch), version: runsOf(version), release: runsOf(release) };
}

/** All characters between runs of letters and digits are separators. */
function runsOf(text: string): readonly string[] {
  return text.match(/[0-9]+|[A-Za-z]+|[~^]/g) ?? [];
}

function compare(a: RpmVersion, b: RpmVersion): number {
  return compareDigits(a.epoch, b.epoch) || compareRuns(a.version, b.version) || compareRuns(a.release, b.release);
}

function compareRuns(a: readonly string[], b: readonly string[]): number {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const order = compareRun(a[index] ?? '', b[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function compareRun(a: string, b: string): number {
  if (a === b) return 0;
  return kind(a) - kind(b) || (isDigits(a) ? compareDigits(canonicalDigits(a), canonicalDigits(b)) : compareText(a, b));
}

/** `~` before the end, `^` after it, then letters, then digits. */
function kind(run: string): number {
  if (run === '~') return -1;
  if (run === '') return 0;
  if (run === '^') return 1;
  return isDigits(run) ? 3 : 2;
}

/** Red Hat and its kin: `rpmvercmp` over epoch, version and release. A version without a release comes before all its releases. */
export const rpmOrdering = defineOrdering<RpmVersion>({ id: 'RPM', parse, compare });
