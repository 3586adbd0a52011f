import { derived, isWhollyKnown, nothing, UNKNOWN_PART, type Value } from '../value.js';

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
  return sign === '*' ? repeated(left, right) : derived([left, right]);
}

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
