import { derived, isWhollyKnown, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '//': (a, b) => Math.floor(a / b),
  '%': (a, b) => ((a % b) + b) % b,
  '**': (a, b) => a ** b,
  '^': (a, b) => a ^ b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};

/** The number that a value's text is. */
export function numberOf({ shape }: Value): number | undefined {
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(shape) ? Number(shape) : undefined;
}

/** `a ^ b` of known numbers; for others only their sources are known. */
export function calculated(sign: string, [left = nothing, right = nothing]: readonly Value[]): Value {
  const [a, b] = [numberOf(left), numberOf(right)];
  const result = a === undefined || b === undefined ? undefined : OPERATIONS[sign]?.(a, b);
  if (result !== undefined && Number.isFinite(result)) return { shape: String(result), marks: [] };
  if (sign === '%' && left.shape.includes('%')) return formatted(left, right);
  return sign === '*' ? repeated(left, right) : derived([left, right]);
}

/** `"%s/%d" % (a, b)`: the values in their places. */
function formatted(format: Value, values: Value): Value {
  const given = values.items ?? [values];
  let next = 0;
  const shape = format.shape.replace(/%(?:(%)|(\(\w+\))?[-+ 0#]*\d*(?:\.\d+)?[a-zA-Z])/g, (_all, percent?: string, name?: string) => {
    if (percent !== undefined) return '%';
    return (name === undefined ? given[next++] : values.fields?.get(name.slice(1, -1)))?.shape ?? UNKNOWN_PART;
  });
  return { shape: shape.slice(0, MAX_FORMATTED), marks: marksOf([format, values]) };
}

/** Limit of characters of a filled format. */
const MAX_FORMATTED = 4_000;

/** Limit of copies: what repeats more is padding. */
const MAX_COPIES = 64;

/** `"-" * 3`: the text three times. */
function repeated(left: Value, right: Value): Value {
  const count = numberOf(right);
  if (
    count === undefined ||
    count < 1 ||
    count > MAX_COPIES ||
    left.items !== undefined ||
    !isWhollyKnown(left) ||
    left.shape === UNKNOWN_PART
  )
    return derived([left, right]);
  return { ...left, shape: left.shape.slice(0, 200).repeat(count) };
}
