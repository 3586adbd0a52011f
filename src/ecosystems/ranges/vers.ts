import { InputError } from '../../support/errors.js';
import type { Ordering } from '../versions/ordering.js';
import { type Constraint, holds, type Operator } from './range-scheme.js';

/** A parsed `vers:` range; `*` alone stands for all versions. Constraints are in the order of their versions. */
export interface VersRange {
  scheme: string;
  constraints: readonly Constraint[] | '*';
}

/** Finds the ordering of a versioning scheme. */
export type OrderingOf = (scheme: string) => Ordering | undefined;

const OPERATOR = /^(>=|<=|!=|[<>=])?(.*)$/s;
const OPERATORS: readonly Operator[] = ['=', '!=', '<', '<=', '>', '>='];

/** Reads a `vers:` range whose constraints may stand in any order, and sorts them. Throws InputError with the reason. */
export function readVers(text: string, orderingOf: OrderingOf): VersRange {
  const [, scheme, list] = /^vers:([a-z0-9.-]+)\/(.+)$/s.exec(text) ?? [];
  if (scheme === undefined || list === undefined) throw invalid(text, 'it is not "vers:scheme/constraints"');
  const ordering = orderingOf(scheme);
  if (!ordering) throw invalid(text, `no versioning scheme "${scheme.slice(0, 40)}" is known`);
  if (list === '*') return { scheme, constraints: '*' };
  return {
    scheme,
    constraints: sortConstraints(
      list.split('|').map((part) => constraintOf(text, part)),
      ordering,
    ),
  };
}

/** Reads a `vers:` range as written in canonical form: what is out of order is an error as well (vers specification, "Parsing"). */
export function readCanonicalVers(text: string, orderingOf: OrderingOf): VersRange {
  const range = readVers(text, orderingOf);
  if (formatVers(range) !== text) throw invalid(text, `it is not in canonical form, which is ${formatVers(range).slice(0, 80)}`);
  return range;
}

function constraintOf(text: string, part: string): Constraint {
  const [, sign = '=', encoded = ''] = OPERATOR.exec(part) ?? [];
  if (encoded === '' || encoded === '*') throw invalid(text, 'a constraint has no version');
  if (/\s/.test(encoded)) throw invalid(text, 'it contains white space');
  return { op: OPERATORS.find((op) => op === sign) ?? '=', version: decode(text, encoded) };
}

function decode(text: string, encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw invalid(text, 'its percent-encoding is broken');
  }
}

function invalid(text: string, reason: string): InputError {
  return new InputError({ issue: 'invalid_entry', message: `"${text.slice(0, 80)}" is no version range: ${reason}` });
}

/** Constraints in the order of their versions; of equal versions, in the order given. */
export function sortConstraints(constraints: readonly Constraint[], ordering: Ordering): readonly Constraint[] {
  return constraints.length < 2 ? constraints : [...constraints].sort((a, b) => ordering.compare(a.version, b.version));
}

/** The text of a range, versions percent-encoded. */
export function formatVers({ scheme, constraints }: VersRange): string {
  if (constraints === '*') return `vers:${scheme}/*`;
  return `vers:${scheme}/${constraints.map(({ op, version }) => (op === '=' ? '' : op) + encode(version)).join('|')}`;
}

function encode(version: string): string {
  return encodeURIComponent(version).replaceAll('%3A', ':').replaceAll('*', '%2A').replaceAll('!', '%21');
}

/**
 * True when the version lies within the range (vers specification, "Checking if a version is contained within a range"): a
 * constraint on the version itself decides, else its neighbours: a lower bound before it or an upper bound after it.
 */
export function versIncludes({ constraints }: VersRange, version: string, ordering: Ordering): boolean {
  if (constraints === '*') return true;
  const placed = constraints.map(({ op, version: bound }) => ({ op, order: ordering.compare(version, bound) }));
  const own = placed.filter(({ order }) => order === 0);
  if (own.length > 0) return !own.some(({ op }) => op === '!=') && own.some(({ op }) => holds(op, 0));
  const bounds = placed.filter(({ op }) => op !== '=' && op !== '!=');
  if (bounds.length === 0) return placed.every(({ op }) => op === '!=');
  const before = bounds.findLast(({ order }) => order > 0);
  const after = bounds.find(({ order }) => order < 0);
  return before?.op.startsWith('>') === true || after?.op.startsWith('<') === true;
}
