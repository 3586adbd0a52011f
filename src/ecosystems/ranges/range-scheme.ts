import { InputError } from '../../support/errors.js';

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A bound on versions, written as the scheme writes them; `vers:` ranges are lists of these. */
export interface Constraint {
  op: Operator;
  version: string;
}

/** A bound over parsed versions. */
export interface Comparator<V> {
  op: Operator;
  version: V;
}

/** How one ecosystem writes version requirements. Both functions throw InputError for a range or version that is none. */
export interface RangeScheme {
  /** The scheme of `vers:`, which is the purl type: `npm`, `pypi`. */
  readonly id: string;
  /** True when the ecosystem's own tool lets the version satisfy the requirement. */
  contains(range: string, version: string): boolean;
  /**
   * The bounds of a requirement, unsorted; `*` alone stands for all versions. Rules about pre-releases have no counterpart
   * there and are lost. Absent: the requirement language of the ecosystem is not translated.
   */
  toConstraints?(range: string): readonly Constraint[] | '*';
}

/** True when a version that compares with the bound by `order` lies within it. */
export function holds(op: Operator, order: number): boolean {
  switch (op) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/** The error for a text that is no requirement or no version of the scheme. */
export function invalidRange(scheme: string, text: string): InputError {
  return new InputError({ issue: 'invalid_entry', message: `"${text.slice(0, 80)}" is no ${scheme} range` });
}

/** The value, or the error for the text it could not be made of. */
export function need<T>(value: T | undefined, scheme: string, text: string): T {
  if (value === undefined) throw invalidRange(scheme, text);
  return value;
}
