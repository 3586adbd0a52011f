import { tableStatements } from '../schema/create-tables.js';
import type { Dialect } from '../schema/dialect.js';
import { findingIndexes } from './0001-finding-indexes.js';
import { initialSchema } from './0001-tables.js';

/** All tables of the first release. */
export function initial(dialect: Dialect): string[] {
  return [...tableStatements(initialSchema, dialect), ...findingIndexes(dialect)];
}
