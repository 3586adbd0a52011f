import { ChartFiles, type TemplateValue, truth, Unknown } from '../values.js';
import { aware, type FunctionTable, known, unknownOf } from './table.js';

export const logicFunctions: FunctionTable = {
  ...aware({
    and: (args) => junction(args, false),
    or: (args) => junction(args, true),
    not: ([value = null]) => {
      const is = truth(value);
      return is === undefined ? value : !is;
    },
    default: ([fallback = null, value = null]) => chosen(value, fallback),
    coalesce: (args) => {
      for (const value of args) if (truth(value) !== false) return value;
      return null;
    },
    ternary: ([yes = null, no = null, condition = null]) => {
      const is = truth(condition);
      return is === undefined ? condition : is ? yes : no;
    },
    empty: ([value = null]) => {
      const is = truth(value);
      return is === undefined ? value : !is;
    },
    all: (args) => decided(junction(args, false)),
    any: (args) => decided(junction(args, true)),
    required: ([, value = null]) => value,
    eq: ([first = null, ...others], context) => {
      const unknown = [first, ...others].map((value) => unknownOf(value, context)).find((found) => found !== undefined);
      if (others.some((other) => isSame(first, other) && !unknownOf(first, context))) return true;
      return unknown ?? false;
    },
    ne: ([first = null, second = null], context) => unknownOf(first, context) ?? unknownOf(second, context) ?? !isSame(first, second),
    kindIs: ([kind, value = null]) => (value instanceof Unknown && !value.unset ? value : kindOf(value) === kind),
    kindOf: ([value = null]) => (value instanceof Unknown && !value.unset ? value : kindOf(value)),
    typeIs: ([type, value = null]) => (value instanceof Unknown && !value.unset ? value : typeOf(value) === type),
    typeIsLike: ([type, value = null]) => (value instanceof Unknown && !value.unset ? value : typeOf(value) === type),
    typeOf: ([value = null]) => (value instanceof Unknown && !value.unset ? value : typeOf(value)),
  }),
  ...known({
    lt: ([a = null, b = null]) => order(a, b) < 0,
    le: ([a = null, b = null]) => order(a, b) <= 0,
    gt: ([a = null, b = null]) => order(a, b) > 0,
    ge: ([a = null, b = null]) => order(a, b) >= 0,
    deepEqual: ([a = null, b = null]) => isSame(a, b),
    hasFields: () => true,
  }),
};

/** The value unless it is empty. */
function chosen(value: TemplateValue, fallback: TemplateValue): TemplateValue {
  return truth(value) === false ? fallback : value;
}

/** `and` gives the first that is false, `or` the first that is true, else the last. One side may be enough. */
function junction(args: readonly TemplateValue[], ends: boolean): TemplateValue {
  let unknown: TemplateValue | undefined;
  for (const value of args) {
    const is = truth(value);
    if (is === ends) return value;
    if (is === undefined) unknown ??= value;
  }
  return unknown ?? args.at(-1) ?? null;
}

/** True or false, where somebody knows. */
function decided(value: TemplateValue): TemplateValue {
  return truth(value) ?? value;
}

function isSame(a: TemplateValue, b: TemplateValue, depth = 0): boolean {
  const one = a instanceof Unknown ? null : a;
  const other = b instanceof Unknown ? null : b;
  if (one === other) return true;
  if (depth > 50) return false;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index] ?? null, depth + 1));
  if (one instanceof Map && other instanceof Map)
    return one.size === other.size && [...one].every(([key, value]) => isSame(value, other.get(key) ?? null, depth + 1));
  return false;
}

function order(a: TemplateValue, b: TemplateValue): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return Number(a) - Number(b);
}

function kindOf(value: TemplateValue): string {
  if (value === null || value instanceof Unknown) return 'invalid';
  if (Array.isArray(value)) return 'slice';
  if (value instanceof Map) return 'map';
  if (typeof value === 'boolean') return 'bool';
  // Helm reads every number of values as this one; those that a template writes are rarely asked.
  if (value instanceof ChartFiles) return 'map';
  return typeof value === 'number' ? 'float64' : 'string';
}

function typeOf(value: TemplateValue): string {
  const kind = kindOf(value);
  if (kind === 'slice') return '[]interface {}';
  return kind === 'map' ? 'map[string]interface {}' : kind;
}
