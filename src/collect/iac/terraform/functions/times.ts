import { EvaluationError } from '../values/errors.js';
import { plain, type TerraformFunction, textAt } from './contract.js';

export const timeFunctions: readonly (readonly [string, TerraformFunction])[] = [
  ['formatdate', plain((args) => formattedDate(textAt(args, 0), timestamp(textAt(args, 1))))],
  ['timeadd', plain((args) => written(new Date(timestamp(textAt(args, 0)).getTime() + duration(textAt(args, 1)))))],
  ['timecmp', plain((args) => Math.sign(timestamp(textAt(args, 0)).getTime() - timestamp(textAt(args, 1)).getTime()))],
];

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

function timestamp(text: string): Date {
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? new Date(text) : undefined;
  if (time === undefined || Number.isNaN(time.getTime())) throw new EvaluationError('no timestamp of RFC 3339');
  return time;
}

function written(time: Date): string {
  if (Number.isNaN(time.getTime())) throw new EvaluationError('no such time');
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

const UNITS: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function duration(text: string): number {
  if (!/^[+-]?(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(text)) throw new EvaluationError('no duration');
  let total = 0;
  for (const [, amount, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) total += Number(amount) * (UNITS[unit] ?? 0);
  return text.startsWith('-') ? -total : total;
}

/** In UTC, in which a known timestamp is written by `timestamp`. */
function formattedDate(format: string, time: Date): string {
  return format.replace(/'((?:[^']|'')*)'|([A-Za-z])\2*/g, (token, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted.replaceAll("''", "'");
    const part = PARTS[token];
    if (part === undefined) throw new EvaluationError(`no part ${token}`);
    return part(time);
  });
}

const two = (value: number) => String(value).padStart(2, '0');

const PARTS: Readonly<Record<string, (time: Date) => string>> = {
  YYYY: (time) => String(time.getUTCFullYear()),
  YY: (time) => two(time.getUTCFullYear() % 100),
  MMMM: (time) => MONTHS[time.getUTCMonth()] ?? '',
  MMM: (time) => (MONTHS[time.getUTCMonth()] ?? '').slice(0, 3),
  MM: (time) => two(time.getUTCMonth() + 1),
  M: (time) => String(time.getUTCMonth() + 1),
  DD: (time) => two(time.getUTCDate()),
  D: (time) => String(time.getUTCDate()),
  EEEE: (time) => DAYS[time.getUTCDay()] ?? '',
  EEE: (time) => (DAYS[time.getUTCDay()] ?? '').slice(0, 3),
  hh: (time) => two(time.getUTCHours()),
  h: (time) => String(time.getUTCHours()),
  HH: (time) => two(time.getUTCHours() % 12 || 12),
  H: (time) => String(time.getUTCHours() % 12 || 12),
  AA: (time) => (time.getUTCHours() < 12 ? 'AM' : 'PM'),
  aa: (time) => (time.getUTCHours() < 12 ? 'am' : 'pm'),
  mm: (time) => two(time.getUTCMinutes()),
  m: (time) => String(time.getUTCMinutes()),
  ss: (time) => two(time.getUTCSeconds()),
  s: (time) => String(time.getUTCSeconds()),
  ZZZZZ: () => '+00:00',
  ZZZZ: () => '+0000',
  ZZZ: () => 'UTC',
  Z: () => 'Z',
};
