import { DAY_MS, HOUR_MS, MINUTE_MS } from '../support/durations.js';
import { UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** Milliseconds of `14d`, `36h`, `90m`, `30s`, `2w`. Throws UsageError naming `where`. */
export function parseDuration(text: string, where: string): number {
  const match = /^(\d{1,6})(s|m|h|d|w)$/.exec(text.trim());
  const unit = match?.[2] === undefined ? undefined : UNITS[match[2]];
  if (match?.[1] === undefined || unit === undefined) {
    throw new UsageError({ where, message: `expected a duration such as 14d, 36h or 30m, got "${quote(text, 40)}"` });
  }
  return Number(match[1]) * unit;
}
