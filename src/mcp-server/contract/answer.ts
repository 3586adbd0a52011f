import { isObject } from '../../support/json.js';
import { redact } from '../../support/redact.js';
import { safeText, truncate } from '../../support/terminal.js';

/** Bytes of JSON an answer may have: an agent's context is small. */
const MAX_ANSWER = 40_000;
/** Columns of any one text. */
const MAX_TEXT = 600;

/** The part of a longer list that an answer shows. */
export interface Excerpt<T> {
  items: T[];
  total: number;
  truncated: boolean;
  /** How to get the rest; only when truncated. */
  hint?: string;
}

/** As many items as `limit` and the room of an answer allow, from `offset`. `narrow` says how to ask for less. */
export function takeExcerpt<T>(items: readonly T[], limit: number, narrow: string, offset = 0): Excerpt<T> {
  const shown: T[] = [];
  let room = MAX_ANSWER;
  for (const item of items.slice(offset, offset + limit)) {
    room -= JSON.stringify(item).length;
    if (room < 0 && shown.length > 0) break;
    shown.push(item);
  }
  const truncated = offset + shown.length < items.length;
  const hint = `${shown.length} of ${items.length} shown; ${narrow}`;
  return { items: shown, total: items.length, truncated, ...(truncated && { hint }) };
}

/**
 * The value with every text made safe for an agent and a terminal: secrets hidden, control and invisible characters
 * written as code points, long texts cut.
 */
export function safeValue(value: unknown): unknown {
  if (typeof value === 'string') return truncate(safeText(redact(value.slice(0, MAX_TEXT * 4))), MAX_TEXT);
  if (Array.isArray(value)) return value.map(safeValue);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, safeValue(member)]));
  return value;
}
