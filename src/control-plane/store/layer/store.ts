import type { Kysely } from 'kysely';
import type { Dialect } from '../schema/dialect.js';
import type { Tables } from './tables.js';

/**
 * The handle for one tenant's rows. Repositories are made from it and put `tenantId` into every query. On PostgreSQL, row-level
 * security enforces the same.
 */
export interface TenantStore {
  readonly tenantId: string;
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  /** Waits for work of other requests. A reader gives its connection back meanwhile; later reads may see newer rows. */
  aside<T>(others: Promise<T>): Promise<T>;
}

/**
 * The handle for tables that belong to no tenant: tenants, directory, queue, sign-ins in progress. On PostgreSQL it sees no
 * tenant's rows.
 */
export interface SharedStore {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
}

/** The database of the control plane. Rejects with StoreUnavailable when it cannot be reached. */
export interface Store {
  readonly dialect: Dialect;
  /** Reads committed rows. Each statement sees the newest ones. */
  read<T>(tenantId: string, work: (store: TenantStore) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction, which is rolled back when `work` throws. `work` must do no other I/O: an embedded database has one
   * writer, and after a deadlock `work` runs again. The shared handle writes in the same transaction.
   */
  write<T>(tenantId: string, work: (store: TenantStore, shared: SharedStore) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction over the tables that belong to no tenant. */
  shared<T>(work: (shared: SharedStore) => Promise<T>): Promise<T>;
  /** Rejects when nothing can be written. */
  probe(): Promise<void>;
  close(): Promise<void>;
}
