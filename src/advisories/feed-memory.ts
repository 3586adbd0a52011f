import type { FeedState } from '../model/advisory.js';
import { isObject, own } from '../support/json.js';
import type { Validators } from './origins/origin.js';

/** What the database remembers of a feed's last update. */
export interface FeedMemory {
  as_of: string;
  records: number;
  /** By file name; empty when another origin was asked last, because an etag is valid for its own server only. */
  validators: Readonly<Record<string, Validators>>;
}

/** One row of the table `feed`. `origin` is the address without user info. */
export interface FeedRow extends Omit<FeedState, 'ecosystem'> {
  ecosystem: string;
  origin: string;
  validators: Readonly<Record<string, Validators>>;
}

/** A feed nothing is known of yet. */
export const nothingRemembered: FeedMemory = { as_of: '', records: 0, validators: {} };

/** Validators as the database keeps them: JSON with the origin they belong to. */
export function writeValidators({ origin, validators }: Pick<FeedRow, 'origin' | 'validators'>): string {
  return JSON.stringify({ origin, files: validators });
}

/** The validators of `origin`; none when the text is about another origin. */
export function readValidators(text: string, origin: string): Record<string, Validators> {
  const stored: unknown = JSON.parse(text);
  const files = isObject(stored) && own(stored, 'origin') === origin ? own(stored, 'files') : undefined;
  if (!isObject(files)) return {};
  return Object.fromEntries(Object.entries(files).map(([name, value]) => [name, validatorsOf(value)]));
}

function validatorsOf(value: unknown): Validators {
  if (!isObject(value)) return {};
  const etag = own(value, 'etag');
  const modified = own(value, 'last_modified');
  return { ...(typeof etag === 'string' && { etag }), ...(typeof modified === 'string' && { last_modified: modified }) };
}

/** The latest of RFC 3339 times, as written; the empty text when there is none. */
export function laterTime(...times: readonly (string | undefined)[]): string {
  let latest = '';
  let value = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    const parsed = Date.parse(time ?? '');
    if (time === undefined || !(parsed > value)) continue;
    latest = time;
    value = parsed;
  }
  return latest;
}
