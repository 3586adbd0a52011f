import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.js';

/** The largest unit that divides well: `2 h`, `40 d`, `3 min`. For messages about how old something is. */
export function showAge(ms: number): string {
  if (ms < 120_000) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`;
}
