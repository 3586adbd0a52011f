import { numberOf } from '../evaluator/arithmetic.js';
import { itemsOf, listed } from '../evaluator/parts.js';
import { concat, constant, derived, isWhollyKnown, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';
import type { CallSite } from './call-site.js';
import { entriesOf, keysOf } from './data-calls.js';

/** Limit of characters or items of a text that a function changes. */
const MAX_TEXT = 4_000;

type TextFunction = (self: Value, args: readonly Value[], site: CallSite) => Value | undefined;

/** What functions of texts and lists make of known ones; undefined for others and for all other functions. */
export function textCall(site: CallSite): Value | undefined {
  const name = site.path.slice(site.path.lastIndexOf('.') + 1);
  const { self, args } = site;
  const func = site.path === name ? FUNCTIONS[name] : METHODS[name];
  if (func === undefined || self.shape.length > MAX_TEXT) return undefined;
  return Object.hasOwn(site.path === name ? FUNCTIONS : METHODS, name) ? func(self, args, site) : undefined;
}

/** Functions that stand for themselves. Their first argument is what methods are called on. */
const FUNCTIONS: Readonly<Record<string, TextFunction>> = {
  ord: (_self, [char]) => codeAt(char, 0),
  zip: (_self, lists) => zipped(lists),
  enumerate: (_self, [list]) => list && listed(itemsOf(list).map((item, index) => listed([constant(String(index)), item]))),
  range: (_self, args) => counted(args),
  len: (_self, [value]) => value && lengthOf(value),
  int: (_self, args) => parsed(args),
  parseInt: (_self, args) => parsed(args),
  Number: (_self, args) => parsed(args),
  hex: (_self, [value = nothing]) => (numberOf(value) === undefined ? undefined : constant(`0x${Number(value.shape).toString(16)}`)),
  bytes: (_self, [list]) => lettersOf(list),
  bytearray: (_self, [list]) => lettersOf(list),
  Uint8Array: (_self, [list]) => lettersOf(list),
};

const METHODS: Readonly<Record<string, TextFunction>> = {
  charCodeAt: (self, [at = constant('0')]) => codeAt(self, numberOf(at)),
  codePointAt: (self, [at = constant('0')]) => codeAt(self, numberOf(at)),
  charAt: (self, [at = constant('0')]) => part(self, numberOf(at), (numberOf(at) ?? 0) + 1),
  split: (self, [by]) => split(self, by),
  slice: (self, [from, to]) => cut(self, from, to),
  substring: (self, [from, to]) => cut(self, from, to),
  substr: (self, [from = nothing, length]) => part(self, numberOf(from), length && (numberOf(from) ?? 0) + (numberOf(length) ?? 0)),
  subarray: (self, [from, to]) => cut(self, from, to),
  concat: (self, args) => (self.items ? listed([...self.items, ...args.flatMap((arg) => arg.items ?? [arg])]) : undefined),
  replace: (self, args) => replaced(self, args),
  replaceAll: (self, args) => replaced(self, args),
  removeprefix: (self) => derived([self]),
  from: (_self, [list], { path }) => (path === 'Buffer.from' || path === 'Uint8Array.from' ? lettersOf(list) : list),
  keys: keysOf,
  values: (self) => (self.fields ? listed([...self.fields.values()]) : undefined),
  items: entriesOf,
  filter: (self, [func], site) => filtered(self, func, site),
  sort: (self) => (self.items ? { ...self, assembled: true } : undefined),
  maketrans: (_self, [from, to]) => (from && to ? { ...nothing, items: [from, to] } : undefined),
  translate: (self, [table]) => translated(self, table),
  reduce: (self, [func, first], site) => (self.items && func ? summed(first ? [first, ...self.items] : self.items, func, site) : undefined),
};

function isText(value: Value | undefined): value is Value {
  return value !== undefined && value.items === undefined && value.fields === undefined && value.func === undefined && isWhollyKnown(value);
}

function codeAt(value: Value | undefined, at: number | undefined): Value | undefined {
  if (!isText(value) || at === undefined) return undefined;
  const code = value.shape.codePointAt(at);
  return code === undefined ? undefined : { shape: String(code), marks: value.marks };
}

function part(self: Value, from: number | undefined, to: number | undefined): Value | undefined {
  return isText(self) && from !== undefined ? { ...self, shape: self.shape.slice(from, to) } : undefined;
}

function cut(self: Value, from: Value | undefined, to: Value | undefined): Value | undefined {
  const [start, end] = [from && numberOf(from), to && numberOf(to)];
  if ((from && start === undefined) || (to && end === undefined)) return undefined;
  return self.items ? listed(self.items.slice(start, end)) : part(self, start ?? 0, end);
}

function split(self: Value, by: Value | undefined): Value | undefined {
  if (!isText(self) || (by !== undefined && !isText(by)) || self.path !== undefined) return undefined;
  const parts = by === undefined ? self.shape.trim().split(/\s+/) : self.shape.split(by.shape);
  return parts.length > MAX_TEXT ? undefined : listed(parts.map((shape) => ({ shape, marks: self.marks })));
}

/** Letters of a text that is no part of a path or an address. */
const LONG = 30;

function replaced(self: Value, [from, to]: readonly Value[]): Value | undefined {
  // A text that is put into one that is not known stands in it somewhere.
  if (self.shape === UNKNOWN_PART && to !== undefined && to.shape.length >= LONG)
    return { ...concat([self, to, nothing]), marks: marksOf([self, to]) };
  if (!isText(self) || !isText(from) || !isText(to) || from.shape === '' || /^\/.*\/[a-z]*$/.test(from.shape)) return undefined;
  return self.shape.includes(from.shape) ? { ...self, shape: self.shape.replaceAll(from.shape, to.shape), assembled: true } : self;
}

function zipped(lists: readonly Value[]): Value | undefined {
  const columns = lists.map((list) => itemsOf(list));
  const length = Math.min(...columns.map((column) => column.length));
  if (lists.length === 0) return undefined;
  return listed(Array.from({ length }, (_, index) => listed(columns.map((column) => column[index] ?? nothing))));
}

function counted(args: readonly Value[]): Value | undefined {
  const numbers = args.map((arg) => numberOf(arg));
  if (numbers.length === 0 || numbers.includes(undefined)) return undefined;
  const [start = 0, stop = 0, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
  const length = Math.ceil((stop - start) / step);
  if (!(length > 0 && length <= MAX_TEXT)) return undefined;
  return listed(Array.from({ length }, (_, index) => constant(String(start + index * step))));
}

function lengthOf(value: Value): Value | undefined {
  if (value.items !== undefined) return constant(String(value.items.length));
  return isText(value) && value.path === undefined ? constant(String(value.shape.length)) : undefined;
}

function parsed([text, base]: readonly Value[]): Value | undefined {
  if (!isText(text)) return undefined;
  const radix = base === undefined ? 10 : (numberOf(base) ?? Number.NaN);
  if (!(radix === 0 || (radix >= 2 && radix <= 36))) return undefined;
  const number = radix === 10 || radix === 0 ? Number(text.shape) : Number.parseInt(text.shape.replace(/^0x/i, ''), radix);
  return Number.isSafeInteger(number) ? constant(String(number)) : undefined;
}

/** A text that is written as the numbers of its letters. */
function lettersOf(list: Value | undefined): Value | undefined {
  if (list?.items === undefined || list.items.length === 0) return undefined;
  const codes = list.items.slice(0, MAX_TEXT).map((item) => numberOf(item));
  const known = codes.every((code) => code !== undefined && Number.isInteger(code) && code >= 0 && code < 0x110000);
  if (!known) return { shape: UNKNOWN_PART, marks: [...marksOf([list]), { source: 'decoded', label: 'numbers' }], assembled: true };
  return { shape: codes.map((code) => String.fromCodePoint(code ?? 0)).join(''), marks: marksOf([list]), assembled: true };
}

function filtered(self: Value, func: Value | undefined, site: CallSite): Value | undefined {
  if (self.items === undefined) return undefined;
  if (func?.func !== undefined) site.invoke(func, [derived([self])]);
  return self;
}

function translated(self: Value, table: Value | undefined): Value | undefined {
  const [from, to] = table?.items ?? [];
  if (!isText(self) || !isText(from) || !isText(to)) return undefined;
  const shape = [...self.shape].map((char) => to.shape[from.shape.indexOf(char)] ?? char).join('');
  return { ...self, shape, assembled: true };
}

function summed([first = nothing, ...rest]: readonly Value[], func: Value, site: CallSite): Value {
  let sum = first;
  for (const item of rest.slice(0, MAX_TEXT)) {
    if (!site.world.work.take()) break;
    sum = site.invoke(func, [sum, item]);
  }
  return sum;
}
