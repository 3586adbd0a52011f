import { z } from 'zod';

/** RFC 3339 UTC with milliseconds and Z, as every answer writes times. */
export const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'expected a time like 2025-01-31T12:00:00.000Z')
  .refine(isMoment, 'there is no such time');

/** False for the 30th of February, and for what is no time at all. */
function isMoment(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}

/** A time that a caller gives: RFC 3339 with any offset and precision, turned into what `time` is. */
export const moment = z.iso
  .datetime({ offset: true, error: 'expected a time of RFC 3339, like 2025-01-31T12:00:00Z' })
  .transform((text) => new Date(text).toISOString())
  .refine((text) => isMoment(text) && text.length === 24, 'there is no such time');

/**
 * A pattern as any client's ECMA-262 understands it, with or without the flag `u`: no property classes, and nothing about surrogates,
 * of which every sign beyond the sixteen-bit ones is made. That none stands alone is checked apart.
 */
const WITHOUT_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f]*$/;
const WITHOUT_CONTROLS_BUT_LINES = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/;
const NOT_SHOWN = 'must not hold control characters';

function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

/** A short text a person typed: no control characters, so that no terminal or log is fooled. */
export function line(max = 200): z.ZodString {
  return z.string().min(1).max(max).regex(WITHOUT_CONTROLS, NOT_SHOWN).refine(isWellFormed, NOT_SHOWN);
}

/** A text of several lines. */
export function text(max = 4000): z.ZodString {
  return z.string().max(max).regex(WITHOUT_CONTROLS_BUT_LINES, NOT_SHOWN).refine(isWellFormed, NOT_SHOWN);
}

/** An id of ours: prefix and ULID, or what deterministic ids are made of. */
export function id(prefix: string): z.ZodString {
  return z.string().regex(new RegExp(`^${prefix}_[0-9A-Za-z]{8,64}$`), `expected an id that starts with ${prefix}_`);
}

export const labels = z.record(z.string().regex(/^[A-Za-z0-9._/-]{1,63}$/, 'bad label name'), z.string().max(200));

/** Query of a list: what every list understands. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().min(1).max(1000).optional(),
};

/** A query parameter that is true or false. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Answer of a list; `total` only where an index gives it. */
export function paged<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable(), total: z.number().int().optional() });
}

/** JSON that is kept as it came, within limits that the caller sets. */
export const json: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown());
