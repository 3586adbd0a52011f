import { Cron } from 'croner';

/** Why a schedule cannot be kept. */
export type CronFault = 'cron' | 'timezone' | 'never';

/** Five fields of digits, names, `*`, `,`, `-` and `/`; what else the library knows (seconds, `L`, `#`, `@daily`) is not standard. */
const FIELD = String.raw`[\d*,/-]+`;
const FIVE = new RegExp(String.raw`^\s*${FIELD}\s+${FIELD}\s+${FIELD}\s+(?:[\d*,/-]|[a-z]{3})+\s+(?:[\d*,/-]|[a-z]{3})+\s*$`, 'i');
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,60}$/;

/**
 * The first occurrence after a time (milliseconds since the epoch), in the zone's local time; a fault where there is none. Days of
 * month and of week are alternatives where both are given, as in every cron.
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
