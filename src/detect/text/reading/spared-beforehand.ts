// A run from source looks at the patterns as they come. The build puts here what it found in all of them.
import { type LookoutTable, lookoutTable } from './lookout.js';

/** What was made of all patterns: the number of each by its key, -1 where it needs no string, and the table of their strings. */
export interface SparedBeforehand {
  readonly numbers: ReadonlyMap<number, number>;
  table(): LookoutTable;
}

export function sparedBeforehand(): SparedBeforehand {
  return { numbers: new Map(), table: () => lookoutTable([]) };
}
