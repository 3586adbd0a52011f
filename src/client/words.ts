import { plural } from '../support/listing.js';
import { safeText } from '../support/terminal.js';
import type { Accepted, PushAnswer } from './answer.js';
import type { PushRequest } from './push.js';

/** Most rejected items that are named. */
const SHOWN = 5;

/** One line on what was accepted, and one for each of the first rejected items. */
export function acceptedLines({ name }: PushRequest, accepted: Accepted): string[] {
  const { jobId, sourceId, address, counts, rejected, issues, complete, isLate, isReplayed } = accepted;
  const numbers = Object.entries(counts).map(([what, count]) => `${count} ${what.replaceAll('_', ' ')}`);
  const job = jobId === undefined ? [] : [`job ${jobId}${sourceId === undefined ? '' : ` of ${sourceId}`}`];
  const parts = [
    numbers.join(', '),
    ...(isLate ? ['late: the source has been seen whole since'] : []),
    ...(complete === false ? ['taken as a part: what it lacks stays open'] : []),
    ...job,
    ...(address === undefined ? [] : [address]),
  ].filter((part) => part !== '');
  const what = isReplayed ? 'taken before' : 'pushed';
  return [
    `${what} ${safeText(name)}${parts.length > 0 ? `: ${parts.join('; ')}` : ''}`,
    ...listed(issues.map(safeText), 'issue'),
    ...listed(
      rejected.map(({ index, reason }) => `item ${index}: ${safeText(reason)}`),
      'rejected item',
    ),
  ];
}

/** The number of items, then the first of them. */
function listed(lines: readonly string[], noun: string): string[] {
  const left = lines.length - SHOWN;
  if (lines.length === 0) return [];
  return [
    `  ${plural(lines.length, noun)}:`,
    ...lines.slice(0, SHOWN).map((line) => `    ${line}`),
    ...(left > 0 ? [`    +${left} more`] : []),
  ];
}

/** The meaning of each status, if the service gives no message of its own. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'it refuses the request',
  401: 'it does not know the key',
  403: 'the key may not do this',
  404: 'there is nothing at this address',
  409: 'it is in conflict with what is there',
  413: 'the document is larger than it takes',
  415: 'it does not take documents of this form',
  422: 'it refuses what the document holds',
  429: 'too many requests',
};

/** A refusal: the service's own message, and the result. */
export function refusal({ status, detail, tries = 1, waitMs }: PushAnswer): string {
  const said = detail ?? MEANINGS[status] ?? (status >= 500 ? 'it failed' : 'it refuses');
  const asked = waitMs === undefined ? '' : `; it asks to wait ${Math.ceil(waitMs / 1000)} s`;
  return `the control plane answered ${status}: ${said}${tries > 1 ? ` (${tries} tries)` : ''}${asked}`;
}
