import { tableStatements } from '../schema/create-tables.js';
import type { Dialect } from '../schema/dialect.js';
import { deliverySchema } from './0007-deliveries-tables.js';

/** Tables of deliveries and webhooks. */
export function deliveries(dialect: Dialect): string[] {
  return tableStatements(deliverySchema, dialect);
}
