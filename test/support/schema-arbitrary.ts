import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema 2020-12 that our documents use. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** Values that fit a schema, or nearly: now and then one of a wrong kind stands in its place. */
export function fitting(schema: JsonSchema, wrong = 0.04): Arbitrary<unknown> {
  const right = rightValue(schema, wrong);
  return fc.oneof({ weight: Math.round((1 - wrong) * 100), arbitrary: right }, { weight: Math.round(wrong * 100), arbitrary: odd });
}

/** What no schema expects: wrong kinds, extremes, odd texts, keys that would change prototypes. */
export const odd: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 1e308, '', [], {}, '\u0000', '\ud800', '../../etc/passwd', '${7*7}', "' or 1=1 --"),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constant(JSON.parse('{"__proto__":{"admin":true},"constructor":1}')),
  fc.jsonValue({ maxDepth: 4 }),
);

function rightValue(schema: JsonSchema, wrong: number): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => rightValue(choice, wrong)));
  const [type] = Array.isArray(schema.type) ? schema.type : [schema.type];
  return (MAKERS[type ?? ''] ?? anything)(schema, wrong);
}

const anything = (): Arbitrary<unknown> => fc.jsonValue({ maxDepth: 3 });

const MAKERS: Readonly<Record<string, (schema: JsonSchema, wrong: number) => Arbitrary<unknown>>> = {
  object: objectOf,
  array: ({ items = {}, minItems = 0, maxItems = 4 }, wrong) =>
    fc.array(fitting(items, wrong), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, minItems + 3)) }),
  string: textOf,
  integer: ({ minimum = -5, maximum = 1000 }) => fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }),
  number: ({ minimum = -5, maximum = 1000 }) => fc.double({ min: minimum, max: Math.min(maximum, 1e9), noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
};

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema, wrong: number): Arbitrary<unknown> {
  const known = fc.record(Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, fitting(value, wrong)])), {
    requiredKeys: required.filter((key) => key in properties),
  });
  if (additionalProperties === false || additionalProperties === undefined) return known;
  const more = typeof additionalProperties === 'object' ? fitting(additionalProperties, wrong) : anything();
  return fc
    .tuple(known, fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), more, { maxKeys: 3 }))
    .map(([left, right]) => ({ ...right, ...left }));
}

function textOf({ pattern, format, minLength = 0, maxLength = 60 }: JsonSchema): Arbitrary<string> {
  if (format === 'date-time')
    return fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined && !/\\p\{|\(\?[!<=]/.test(pattern)) return fc.stringMatching(new RegExp(pattern));
  const longest = Math.max(minLength, Math.min(maxLength, 60));
  return fc.oneof(fc.string({ minLength, maxLength: longest }), fc.string({ minLength, maxLength: longest, unit: 'grapheme' }));
}
