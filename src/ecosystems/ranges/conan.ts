import { compareConan, parseConan } from '../versions/conan.js';
import { canonicalDigits, increment, isDigits } from '../versions/digits.js';
import { type Constraint, holds, need, type Operator, type RangeScheme } from './range-scheme.js';

/** Bounds that must all hold. */
interface Alternative {
  bounds: Constraint[];
  /** True when a `-` or `include_prerelease` lets pre-releases in. */
  prereleases: boolean;
}

const TERM = /^(>=|<=|[<>=~^])?([^\s<>=~^]+)$/;

function alternatives(range: string): Alternative[] {
  const [expression = '', ...options] = range.split(',');
  const included = options.some((option) => /^\s*include_prerelease\s*(?:=\s*True\s*)?$/.test(option));
  return expression.split('||').map((part) => {
    const terms = part
      .trim()
      .split(/\s+/)
      .filter((term) => term !== '');
    return {
      bounds: terms.flatMap((term) => boundsOf(term, range)),
      prereleases: included || terms.some((term) => term.endsWith('-')),
    };
  });
}

function boundsOf(term: string, range: string): Constraint[] {
  const [, op = '=', written = ''] = need(TERM.exec(term) ?? undefined, 'Conan', range);
  const version = written.replace(/-$/, '');
  if (version === '*') return [{ op: '>=', version: '0.0.0' }];
  if (op === '^') return upTo(version, caretIndex);
  if (op === '~') return upTo(version, (numbers) => Math.min(1, numbers.length - 1));
  return [{ op: OPERATORS.find((known) => known === op) ?? '=', version }];
}

const OPERATORS: readonly Operator[] = ['=', '<', '<=', '>', '>='];

/** The upper end is the first pre-release of what comes next: `<2-`. */
function upTo(version: string, indexOf: (numbers: readonly string[]) => number): Constraint[] {
  const numbers = version.replace(/[-+].*$/s, '').split('.');
  const index = indexOf(numbers);
  const last = numbers[index] ?? '0';
  const next = [...numbers.slice(0, index), isDigits(last) ? increment(canonicalDigits(last)) : last].join('.');
  return [
    { op: '>=', version },
    { op: '<', version: `${next}-` },
  ];
}

function caretIndex(numbers: readonly string[]): number {
  const firstNotZero = numbers.findIndex((number) => number !== '0');
  return firstNotZero === -1 ? numbers.length - 1 : firstNotZero;
}

/** ConanCenter: version ranges of Conan 2, without their brackets. */
export const conanRanges: RangeScheme = {
  id: 'conan',
  contains(range, text) {
    const version = need(parseConan(text), 'Conan', text);
    return alternatives(range.replace(/^\[(.*)\]$/s, '$1')).some(
      ({ bounds, prereleases }) =>
        (prereleases || version.pre === undefined) &&
        bounds.every((bound) => holds(bound.op, compareConan(version, need(parseConan(bound.version), 'Conan', range)))),
    );
  },
  toConstraints: (range) => alternatives(range).flatMap(({ bounds }) => bounds),
};
