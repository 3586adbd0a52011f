import { UsageError } from '../support/errors.js';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Milliseconds of `14d`, `36h`, `90m`, `30s`, `2w`. Throws UsageError naming `where`. */
export function parseDuration(text: string, where: string): number {
  const match = /^(\d{1,6})(s|m|h|d|w)$/.exec(text.trim());
  const unit = match?.[2] === undefined ? undefined : UNITS[match[2]];
  if (match?.[1] === undefined || unit === undefined) {
    throw new UsageError({ where, message: `expected a duration such as 14d, 36h or 30m, got "${text.slice(0, 40)}"` });
  }
  return Number(match[1]) * unit;
}

/** The largest unit that divides well: `2 h`, `40 d`, `3 min`. For messages. */
export function showDuration(ms: number): string {
  if (ms < 120_000) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (ms < 7_200_000) return `${Math.floor(ms / 60_000)} min`;
  return ms < 172_800_000 ? `${Math.floor(ms / 3_600_000)} h` : `${Math.floor(ms / 86_400_000)} d`;
}
