import { dataFile } from '../../../support/data-file.js';
import { namesThat } from '../../../support/data-table.js';

const entries = dataFile('dangerous-tool-words.tsv');

/** Words of tool names. */
export const dangerousWords = {
  /** A name that begins with one of these words only reads, whatever follows. */
  reading: namesThat('reads', entries),
  /** Most dangerous first. */
  byDanger: ['executes', 'destroys', 'sends', 'changes'].map((act) => namesThat(act, entries)),
} as const;
