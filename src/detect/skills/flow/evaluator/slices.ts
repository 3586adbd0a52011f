import type { Expr } from '../readers/ir.js';
import { derived, isWhollyKnown, type Value } from '../value.js';
import { numberOf } from './arithmetic.js';
import { listed } from './parts.js';

/** `of[from:to:step]` of known text or items; of others only their sources are known. */
export function sliced(of: Value, { from, to, step }: Expr & { op: 'slice' }, read: (expr: Expr) => Value): Value {
  const [start, end, by = 1] = [from, to, step].map((each) => (each === undefined ? undefined : numberOf(read(each))));
  const open = (each: number | undefined, expr: Expr | undefined) => each === undefined && expr !== undefined;
  if (open(start, from) || open(end, to) || by === 0 || (of.items === undefined && !isWhollyKnown(of))) return derived([of]);
  if (of.items !== undefined) return listed(picked(of.items, { start, end, by }));
  const text = picked([...of.shape], { start, end, by }).join('');
  return { ...of, shape: text, ...(Math.abs(by) !== 1 || by < 0 ? { assembled: true } : {}) };
}

function picked<T>(all: readonly T[], { start, end, by }: { start: number | undefined; end: number | undefined; by: number }): T[] {
  if (by < 0)
    return picked([...all].reverse(), {
      start: start === undefined ? undefined : all.length - 1 - start,
      end: end === undefined ? undefined : all.length - 1 - end,
      by: -by,
    });
  return all.slice(start, end).filter((_, index) => index % by === 0);
}
