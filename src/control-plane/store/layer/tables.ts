import { initialSchema } from '../migrations/0001-tables.js';
import { viewSchema } from '../migrations/0002-views-tables.js';
import { graphHistorySchema } from '../migrations/0003-graph-history-tables.js';
import { relaySchema } from '../migrations/0006-relays-tables.js';
import { deliverySchema } from '../migrations/0007-deliveries-tables.js';
import { findingTriageColumns, triageSchema } from '../migrations/0008-triage-tables.js';
import { historySchema } from '../migrations/0009-history-tables.js';
import { originSchema, sharedColumn } from '../migrations/0010-origins-tables.js';
import type { Rows, SchemaSpec } from '../schema/columns.js';
import type { JsonText } from './parameters.js';

const { graph_changes: _dropped, findings, ...kept } = initialSchema;
const changed = { ...kept, findings: { ...findings, columns: { ...findings.columns, ...findingTriageColumns, ...sharedColumn } } };

type Schema = typeof changed &
  typeof viewSchema &
  typeof graphHistorySchema &
  typeof relaySchema &
  typeof deliverySchema &
  typeof triageSchema &
  typeof historySchema &
  typeof originSchema;

/** The tables as the newest migration leaves them; a migration that changes columns or drops a table says so here. */
export const tables: Schema = {
  ...changed,
  ...viewSchema,
  ...graphHistorySchema,
  ...relaySchema,
  ...deliverySchema,
  ...triageSchema,
  ...historySchema,
  ...originSchema,
};

/** The tables by their names. */
export const tableSpecs: SchemaSpec = tables;

export type Tables = Rows<Schema>;
export type TableName = keyof Tables & string;

/** Tables whose rows belong to tenants. */
export type TenantTableName = { [T in TableName]: Schema[T]['tenant'] extends true ? T : never }[TableName];

/** A row of a table without its tenant, which the handle knows. */
export type Draft<T extends TableName> = T extends TenantTableName ? Omit<Tables[T], 'tenant_id'> : Tables[T];

/** A row to be written, in which JSON may be serialised already. */
export type Written<T extends TableName> = {
  [C in keyof Draft<T>]: Draft<T>[C] extends string | number | boolean | null ? Draft<T>[C] : Draft<T>[C] | JsonText;
};

/** The key of a row: its id, or an object with the columns of a composite key. */
export type KeyOf<T extends TableName> = Schema[T]['primary'] extends readonly [string]
  ? string
  : Pick<Tables[T], Schema[T]['primary'][number] & keyof Tables[T]>;
