import { increment } from '../versions/digits.js';
import { comparePrecedence, parseSemver, type SemVersion } from '../versions/semver.js';
import { type Comparator, holds, need, type Operator, type RangeScheme } from './range-scheme.js';

const TERM = /^(==|!=|>=|<=|~>|[<>])?\s*(\S+)$/;
const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['==', '='],
  ['!=', '!='],
  ['>=', '>='],
  ['<=', '<='],
  ['>', '>'],
  ['<', '<'],
]);

function bounds(term: string, range: string): Comparator<SemVersion>[] {
  const [, op = '==', text = ''] = need(TERM.exec(term.trim()) ?? undefined, 'Hex', range);
  if (op === '~>') return pessimistic(text, range);
  return [{ op: OPERATORS.get(op) ?? '=', version: need(parseSemver(text, {}), 'Hex', range) }];
}

/** `~> 1.2` allows all of 1 from 1.2 on, `~> 1.2.3` all of 1.2; pre-releases of what comes next are no part of it. */
function pessimistic(text: string, range: string): Comparator<SemVersion>[] {
  const short = /^([0-9]+\.[0-9]+)(-.*)?$/.exec(text);
  const version = need(parseSemver(short ? `${short[1]}.0${short[2] ?? ''}` : text, {}), 'Hex', range);
  const [major, minor] = version.release;
  const next: SemVersion['release'] = short ? [increment(major), '0', '0'] : [major, increment(minor), '0'];
  return [
    { op: '>=', version },
    { op: '<', version: { release: next, pre: ['0'], build: [] } },
  ];
}

/** Hex: Elixir's Version requirements; `and` binds closer than `or`. */
export const hexRanges: RangeScheme = {
  id: 'hex',
  contains(range, text) {
    const version = need(parseSemver(text, {}), 'Hex', text);
    return range.split(/\s+or\s+/).some((part) => {
      const all = part.split(/\s+and\s+/).flatMap((term) => bounds(term, range));
      return all.every((bound) => holds(bound.op, comparePrecedence(version, bound.version)));
    });
  },
};
