const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** `3 days ago`, `in 2 hours`, `now`. `time` is of the API: RFC 3339 in UTC. */
export function ago(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000;
  for (const [unit, length] of UNITS) if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  return seconds > 5 ? 'in a moment' : 'now';
}

/** The whole time, in the zone of the reader. */
export function exactTime(time: string): string {
  return exact.format(new Date(time));
}

const MINUTE_S = 60;
const SHORTEST_S = 0.05;

/** `at once`, `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function durationInWords(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < SHORTEST_S) return 'at once';
  if (seconds < MINUTE_S) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.floor(seconds / MINUTE_S);
  if (minutes < MINUTE_S) return `${minutes} min ${Math.floor(seconds % MINUTE_S)} s`;
  return `${Math.floor(minutes / MINUTE_S)} h ${minutes % MINUTE_S} min`;
}
