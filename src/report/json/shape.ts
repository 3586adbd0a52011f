import { isObject, type JsonObject, own } from '../../support/json.js';

/** Describes a value of the published JSON once: for the schema, for reading, and for the order of keys. */
export interface Shape<T> {
  /** JSON Schema (draft 2020-12) of the value. */
  readonly schema: JsonObject;
  /** Returns the value, checked and without unknown members. Throws ShapeError. */
  read(value: unknown): T;
  /** Returns the value with its members in the order of the shape; the same object if they are in order already. */
  write(value: T): unknown;
}

/** A member that may be left out. */
export interface Optional<T> {
  readonly optional: Shape<T>;
}

/** Says where a value does not fit the shape, and what was expected there. */
export class ShapeError extends Error {
  /** Keys and indexes from the root. */
  readonly path: (string | number)[] = [];

  constructor(readonly expected: string) {
    super(`expected ${expected}`);
  }

  /** JSONPath like `$.findings[3].severity` (RFC 9535, but member names are not quoted). */
  get where(): string {
    return this.path.reduce<string>((text, part) => text + (typeof part === 'number' ? `[${part}]` : `.${part}`), '$');
  }
}

const same = (value: unknown): unknown => value;

function primitive<T>(schema: JsonObject, expected: string, is: (value: unknown) => value is T): Shape<T> {
  return {
    schema,
    read(value) {
      if (!is(value)) throw new ShapeError(expected);
      return value;
    },
    write: same,
  };
}

/** Any text. */
export const textShape = primitive({ type: 'string' }, 'a text', (value): value is string => typeof value === 'string');

/** A time as RFC 3339 writes it. */
export const timeShape = primitive(
  { type: 'string', format: 'date-time' },
  'an RFC 3339 time',
  (value): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
);

/** A finite number. */
export const number = primitive(
  { type: 'number' },
  'a number',
  (value): value is number => typeof value === 'number' && Number.isFinite(value),
);

/** A count or a position: an integer that is not negative. */
export const countShape = primitive(
  { type: 'integer', minimum: 0 },
  'a whole number',
  (value): value is number => Number.isInteger(value) && Number(value) >= 0,
);

/** True or false. */
export const flagShape = primitive({ type: 'boolean' }, 'true or false', (value): value is boolean => typeof value === 'boolean');

/** One of several constants. */
export function oneOf<const V extends string | number | boolean | null>(values: readonly V[]): Shape<V> {
  const is = (value: unknown): value is V => values.some((known) => known === value);
  return primitive({ enum: [...values] }, `one of ${values.join(', ')}`, is);
}

/** One of the words of a union type of the model; a missing or foreign word does not compile. */
export function wordShape<T extends string>(words: Record<T, true>): Shape<T> {
  const is = (value: unknown): value is T => typeof value === 'string' && Object.hasOwn(words, value);
  return primitive({ enum: Object.keys(words) }, `one of ${Object.keys(words).join(', ')}`, is);
}

/** The value or null. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return {
    schema: { anyOf: [shape.schema, { type: 'null' }] },
    read: (value) => (value === null ? null : shape.read(value)),
    write: shape.write === same ? same : (value) => (value === null ? null : shape.write(value)),
  };
}

/** A list whose items all have one shape. */
export function listShape<T>(item: Shape<T>): Shape<T[]> {
  return {
    schema: { type: 'array', items: item.schema },
    read(value) {
      if (!Array.isArray(value)) throw new ShapeError('a list');
      return value.map((member: unknown, index) => {
        try {
          return item.read(member);
        } catch (error) {
          throw placed(error, index);
        }
      });
    },
    write: item.write === same ? same : (value) => rewritten(value, item),
  };
}

function rewritten<T>(value: T[], item: Shape<T>): unknown[] {
  const written = value.map((member) => item.write(member));
  return written.every((member, index) => member === value[index]) ? value : written;
}

/** An object whose member names are data, in the order of the names. */
export function recordShape<T>(item: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return {
    schema: { type: 'object', additionalProperties: item.schema },
    read(value) {
      if (!isObject(value)) throw new ShapeError('an object');
      const members = Object.keys(value).sort();
      return Object.fromEntries(members.map((name): [string, T] => [name, item.read(value[name])]));
    },
    write: (value) =>
      Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((name) => [name, value[name]]),
      ),
  };
}

/** Marks a member that may be left out. */
export function optional<T>(shape: Shape<T>): Optional<T> {
  return { optional: shape };
}

type Member<T, K extends keyof T> = object extends Pick<T, K> ? Optional<Exclude<T[K], undefined>> : Shape<T[K]>;

/** A shape for every member of the model's type; a forgotten member does not compile. */
export type Members<T> = { readonly [K in keyof T]-?: Member<T, K> };

type AnyMember = Shape<unknown> | Optional<unknown>;

/** An object with these members, in this order. */
export function objectShape<T extends object>(description: string, members: Members<T>): Shape<T> {
  const entries = Object.entries<AnyMember>(members).map(([key, member]) => {
    return 'optional' in member ? { key, shape: member.optional, required: false } : { key, shape: member, required: true };
  });
  const nested = entries.filter((entry) => entry.shape.write !== same);
  const rebuild = (value: JsonObject, way: 'read' | 'write'): T => {
    const result: Record<string, unknown> = {};
    let at: string | undefined;
    try {
      for (const { key, shape, required } of entries) {
        const member = own(value, key);
        at = member === undefined ? undefined : key;
        if (member !== undefined) result[key] = shape[way](member);
        else if (required) throw new ShapeError(`a member "${key}"`);
      }
    } catch (error) {
      throw at === undefined ? error : placed(error, at);
    }
    // The members' shapes are those of T, so the rebuilt object is a T.
    return result as T;
  };
  return {
    schema: {
      type: 'object',
      description,
      properties: Object.fromEntries(entries.map(({ key, shape }) => [key, shape.schema])),
      required: entries.filter((entry) => entry.required).map((entry) => entry.key),
      additionalProperties: false,
    },
    read(value) {
      if (!isObject(value)) throw new ShapeError('an object');
      return rebuild(value, 'read');
    },
    write(value) {
      if (!isObject(value)) return value;
      if (!isInOrder(value, entries)) return rebuild(value, 'write');
      let written: JsonObject = value;
      for (const { key, shape } of nested) {
        const member = own(value, key);
        const changed = member === undefined ? member : shape.write(member);
        if (changed !== member) written = { ...written, [key]: changed };
      }
      return written;
    },
  };
}

/** True when the object has its members in the order of the shape, with all that are required and no others. */
function isInOrder(value: JsonObject, entries: readonly { key: string; required: boolean }[]): boolean {
  let next = 0;
  for (const key in value) {
    while (entries[next]?.key !== key) if (entries[next++]?.required !== false) return false;
    if (entries[next++]?.required && value[key] === undefined) return false;
  }
  while (next < entries.length) if (entries[next++]?.required) return false;
  return true;
}

/** Adds the name or index of the enclosing member to the error's path. */
function placed(error: unknown, part: string | number): unknown {
  if (error instanceof ShapeError) error.path.unshift(part);
  return error;
}
