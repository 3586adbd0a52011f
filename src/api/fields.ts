import { z } from 'zod';

/** A time in RFC 3339, UTC, with milliseconds and `Z`: the form of every time in an answer. */
export const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'expected a time like 2025-01-31T12:00:00.000Z')
  .refine(isMoment, 'there is no such time');

/** False for the 30th of February, and for texts that are not a time. */
function isMoment(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}

/** A time in a request: RFC 3339 with any offset and precision, converted to the form of `time`. */
export const moment = z.iso
  .datetime({ offset: true, error: 'expected a time of RFC 3339, like 2025-01-31T12:00:00Z' })
  .transform((text) => new Date(text).toISOString())
  .refine((text) => isMoment(text) && text.length === 24, 'there is no such time');

/**
 * Every ECMA-262 client can use this pattern, with or without the flag `u`: it has no property classes and does not
 * mention surrogates, which every character above U+FFFF consists of. `isWellFormed` rejects lone surrogates.
 */
const WITHOUT_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f]*$/;
const WITHOUT_CONTROLS_BUT_LINES = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/;
const NOT_SHOWN = 'must not hold control characters';

function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

/** A short text that a person typed. It has no control characters, so it cannot forge lines of a terminal or a log. */
export function line(max = 200): z.ZodString {
  return z.string().min(1).max(max).regex(WITHOUT_CONTROLS, NOT_SHOWN).refine(isWellFormed, NOT_SHOWN);
}

/** A text of several lines. */
export function text(max = 4000): z.ZodString {
  return z.string().max(max).regex(WITHOUT_CONTROLS_BUT_LINES, NOT_SHOWN).refine(isWellFormed, NOT_SHOWN);
}

/** An id made by this service: a prefix and a ULID, or a prefix and the characters of a deterministic id. */
export function id(prefix: string): z.ZodString {
  return z.string().regex(new RegExp(`^${prefix}_[0-9A-Za-z]{8,64}$`), `expected an id that starts with ${prefix}_`);
}

export const labels = z.record(z.string().regex(/^[A-Za-z0-9._/-]{1,63}$/, 'bad label name'), z.string().max(200));

/** Query parameters that every list understands. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().min(1).max(1000).optional(),
};

/** A query parameter whose value is `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A page of a list; `total` only where an index gives it. */
export function paged<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable(), total: z.number().int().optional() });
}

/** JSON that is stored unchanged, within limits that the caller sets. */
export const json: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown());

/** A query parameter with one of these words, or several separated by commas: `critical,high`. */
export function several<const T extends readonly [string, ...string[]]>(words: T) {
  const any = words.map((word) => word.replaceAll('.', '[.]')).join('|');
  return z
    .string()
    .regex(new RegExp(`^(${any})(,(${any}))*$`), `expected one or more of ${words.join(', ')}, separated by commas`)
    .transform((text) => words.filter((word) => text.split(',').includes(word)) as T[number][]);
}
