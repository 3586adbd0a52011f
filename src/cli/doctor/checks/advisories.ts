import { openAdvisories } from '../../../advisories/database.js';
import { plural } from '../../../support/listing.js';
import { openSqlite } from '../../../system/sqlite.js';
import { stampOf } from '../../../system/stored-file.js';
import { showBytes } from '../../terminal/units.js';
import type { Check } from '../check.js';

/** Bytes up to which the whole file is walked; a larger one with `--verbose`. */
const WALKED = 256 * 2 ** 20;

export const advisories: Check = {
  id: 'advisories',
  about: 'the advisory database: there, of this schema, whole',
  of: 'user',
  run({ paths: { database }, settings: { verbose } }) {
    const stats = stampOf(database);
    if (stats === undefined) return { state: 'warn', text: `${database}: there is no advisory database yet`, fix: 'castellan db update' };
    const source = openAdvisories(database);
    const feeds = source.feeds().length;
    source.close();
    const isWalked = verbose || stats.size <= WALKED;
    const fault = isWalked ? faultIn(database) : undefined;
    if (fault !== undefined) return { state: 'fail', text: `${database} is damaged: ${fault}`, fix: 'castellan db update --full' };
    const text = `${database}, ${showBytes(stats.size)}, ${plural(feeds, 'feed')}`;
    return { state: 'ok', text: isWalked ? text : `${text}; --verbose walks all of it` };
  },
};

function faultIn(path: string): string | undefined {
  const db = openSqlite(path, { readonly: true });
  try {
    const row = db.prepare<{ quick_check: string }>('PRAGMA quick_check(1)').get();
    return row?.quick_check === 'ok' ? undefined : (row?.quick_check ?? 'it does not answer');
  } finally {
    db.close();
  }
}
