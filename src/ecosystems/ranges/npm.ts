import { parseSemver } from '../versions/semver.js';
import { type Constraint, need, type RangeScheme } from './range-scheme.js';
import { boundsOf, formatSemver, lowest, meetsAll, type PartialVersion, parsePartial, type SemverOperator } from './semver-bounds.js';

interface Term {
  op: SemverOperator;
  partial: PartialVersion;
}

const TERM = /(>=|<=|~>|[<>=~^])?\s*([^\s<>=~^]+)/g;
const OPERATORS: ReadonlyMap<string, SemverOperator> = new Map<string, SemverOperator>([
  ['>=', '>='],
  ['<=', '<='],
  ['>', '>'],
  ['<', '<'],
  ['=', '='],
  ['^', '^'],
  ['~', '~'],
  ['~>', '~'],
]);

/** The alternatives of a range, each a list of terms that must all hold. */
function alternatives(range: string): Term[][] {
  return range.split('||').map((part) => {
    const text = part.trim();
    const [from, to, ...more] = text.split(/\s+-\s+/);
    if (from !== undefined && to !== undefined && more.length === 0) return [term('>=', from, range), term('<=', to, range)];
    return text === '' ? [term('=', '*', range)] : terms(text, range);
  });
}

function terms(text: string, range: string): Term[] {
  const rest = text.replace(TERM, '').trim();
  const found = [...text.matchAll(TERM)].map(([, op = '=', version = '']) => term(OPERATORS.get(op) ?? '=', version, range));
  return need(rest === '' ? found : undefined, 'npm', range);
}

function term(op: SemverOperator, version: string, range: string): Term {
  return { op, partial: need(parsePartial(version), 'npm', range) };
}

function constraintsOf({ op, partial }: Term): Constraint[] {
  const isBound = op !== '^' && op !== '~' && !(op === '=' && partial.wildcard);
  if (isBound) return [{ op, version: formatSemver(lowest(partial)) }];
  return boundsOf(op, partial).map((bound) => {
    const isOwnPre = bound.op !== '<' || bound.version.pre.join('.') !== '0';
    return { op: bound.op, version: formatSemver(isOwnPre ? bound.version : { ...bound.version, pre: [] }) };
  });
}

/** npm: the range grammar of node-semver. */
export const npmRanges: RangeScheme = {
  id: 'npm',
  contains(range, text) {
    const version = need(parseSemver(text, { v: true, trim: true }), 'npm', text);
    return alternatives(range).some((all) =>
      meetsAll(
        all.flatMap(({ op, partial }) => boundsOf(op, partial)),
        version,
      ),
    );
  },
  toConstraints(range) {
    const all = alternatives(range).flat();
    return all.some(({ partial }) => partial.major === undefined) ? '*' : all.flatMap(constraintsOf);
  },
};
