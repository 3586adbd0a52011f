import { Cron } from 'croner';

/** Why a schedule is invalid. */
export type CronFault = 'cron' | 'timezone' | 'never';

/**
 * Five fields of digits, names, `*`, `,`, `-` and `/`. Extensions of the library (seconds, `L`, `#`, `@daily`) are not
 * standard and not accepted.
 */
const FIELD = String.raw`[\d*,/-]+`;
const FIVE = new RegExp(String.raw`^\s*${FIELD}\s+${FIELD}\s+${FIELD}\s+(?:[\d*,/-]|[a-z]{3})+\s+(?:[\d*,/-]|[a-z]{3})+\s*$`, 'i');
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,60}$/;

/**
 * The first occurrence after a time (milliseconds since the epoch), in the zone's local time; a fault when there is
 * none. As in every cron, days of month and days of week are alternatives when both are given.
 */
export function nextOccurrence(cron: string, timezone: string, after: number): number | CronFault {
  if (!FIVE.test(cron)) return 'cron';
  if (!isZone(timezone)) return 'timezone';
  try {
    const next = new Cron(cron, { timezone, mode: '5-part', domAndDow: false, paused: true }).nextRun(new Date(after));
    return next?.getTime() ?? 'never';
  } catch {
    return 'cron';
  }
}

function isZone(timezone: string): boolean {
  if (!ZONE.test(timezone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
