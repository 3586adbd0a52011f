import type { Kysely } from 'kysely';
import type { Dialect } from '../schema/dialect.js';
import type { Tables } from './tables.js';

/**
 * The handle on one tenant's rows; repositories are made from it and put `tenantId` into every query. On PostgreSQL row-level
 * security stands behind it.
 */
export interface TenantStore {
  readonly tenantId: string;
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  /** Waits for the work of others. Meanwhile a reader keeps no connection from them, and what it reads afterwards may be newer. */
  aside<T>(others: Promise<T>): Promise<T>;
}

/** The handle for what belongs to no tenant: tenants, directory, queues and sign-ins under way. On PostgreSQL it sees no tenant's rows. */
export interface SharedStore {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
}

/** The database of the control plane. Rejects with StoreUnavailable when it cannot be reached. */
export interface Store {
  readonly dialect: Dialect;
  /** Reads what is committed, as of each statement. */
  read<T>(tenantId: string, work: (store: TenantStore) => Promise<T>): Promise<T>;
  /**
   * One transaction, rolled back when `work` throws. No other I/O belongs in it: an embedded database has one writer, and after a deadlock
   * `work` runs once more. The shared handle writes in the same transaction.
   */
  write<T>(tenantId: string, work: (store: TenantStore, shared: SharedStore) => Promise<T>): Promise<T>;
  /** One transaction over the tables of no tenant. */
  shared<T>(work: (shared: SharedStore) => Promise<T>): Promise<T>;
  /** Rejects when nothing can be written. */
  probe(): Promise<void>;
  close(): Promise<void>;
}
