import type { PinDrift } from '../../collect/mcp/pin-drift.js';
import { quote } from '../../support/quote.js';

/** At most this many fields of one definition are shown. */
const MAX_FIELDS = 20;

const SENTENCES: Record<PinDrift['kind'], (drift: PinDrift) => string> = {
  changed: (drift) => `${subject(drift)} is not what was pinned`,
  new: (drift) => `${subject(drift)} is new`,
  removed: (drift) => `${subject(drift)} is gone`,
  renamed: (drift) => `${subject(drift)} was called ${quote(drift.formerly ?? '', 60)}`,
  shadowed: (drift) =>
    `${subject(drift)} is new and takes a name that ${(drift.shadows ?? []).map((name) => quote(name, 60)).join(', ')} already offers`,
  package: () => 'runs from another package than was pinned',
  instructions: () => 'gives its agent other instructions than were pinned',
  unpinned: () => 'is not pinned',
  unverified: () => 'is pinned but could not be asked',
};

/** One difference as a person reads it: a sentence, then each field before and after. */
export function driftLines(drift: PinDrift): string[] {
  const shown = drift.changes.slice(0, MAX_FIELDS);
  const more = drift.changes.length - shown.length;
  return [
    `drift: ${quote(drift.serverName, 60)}: ${SENTENCES[drift.kind](drift)}`,
    ...shown.flatMap(({ pointer, before, after }) => [
      `  ${quote(pointer === '' ? '(whole)' : pointer, 120)}`,
      ...(before === undefined ? [] : [`    - ${quote(textOf(before))}`]),
      ...(after === undefined ? [] : [`    + ${quote(textOf(after))}`]),
    ]),
    ...(more > 0 ? [`  … ${more} more fields`] : []),
  ];
}

function subject({ what = 'tool', name = '' }: PinDrift): string {
  return `${what} ${quote(name, 80)}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
