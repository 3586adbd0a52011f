import { InputError } from '../../support/errors.js';
import { limits } from '../../support/limits.js';
import { secondsOf } from '../rows/seconds.js';

/** An id becomes part of an address or a path, so it must be one harmless segment. */
const ID = /^[\w.:+~@-]+$/;

/**
 * Reads `modified_id.csv` of an OSV bucket directory: id → modified time in whole seconds. Throws InputError at the first
 * line that is no `time,id`, because half an index would make records look deleted.
 */
export function readModifiedIndex(text: string, where: string): Map<string, number> {
  const index = new Map<string, number>();
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const row = text.slice(at, end === -1 ? undefined : end).trim();
    at = end === -1 ? text.length : end + 1;
    line++;
    if (row !== '') add(index, row, where, line);
  }
  if (index.size === 0) throw new InputError({ where, message: 'the index of modified records is empty' });
  return index;
}

function add(index: Map<string, number>, row: string, where: string, line: number): void {
  const comma = row.indexOf(',');
  const seconds = secondsOf(row.slice(0, comma));
  const id = row.slice(comma + 1);
  const sound = ID.test(id) && id.length <= limits.maxNameLength && !id.startsWith('.');
  if (comma === -1 || Number.isNaN(seconds) || !sound)
    throw new InputError({ where, line, message: 'expected "modified,id" in the index of modified records' });
  index.set(id, seconds);
}
