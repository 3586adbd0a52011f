import { tableStatements } from '../schema/create-tables.js';
import type { Dialect } from '../schema/dialect.js';
import { historySchema } from './0009-history-tables.js';

/** Tables for grades of days and earlier states of agents. */
export function history(dialect: Dialect): string[] {
  return tableStatements(historySchema, dialect);
}
