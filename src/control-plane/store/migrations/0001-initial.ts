import type { Kysely } from 'kysely';
import { createTables } from '../create-tables.js';
import type { Dialect } from '../store.js';
import { findingIndexes } from './0001-finding-indexes.js';
import { initialSchema } from './0001-tables.js';

/** Makes all tables of the first release. */
export async function initial(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, initialSchema);
  await findingIndexes(db, dialect);
}
