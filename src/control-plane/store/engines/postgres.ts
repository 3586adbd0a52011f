import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { OperationalError } from '../../../support/errors.js';
import type { SharedStore, Store, TenantStore } from '../layer/store.js';
import type { Tables } from '../layer/tables.js';
import { decoding, StoringPostgresDialect } from '../layer/values.js';
import { APPLICATION_ROLE, makeApplicationRole, requireServer } from './application-role.js';
import { isContended, unavailable } from './failures.js';
import { migrate } from './migrate.js';
import { writeProbe } from './probe.js';

export interface PostgresStoreOptions {
  url: string;
  clock(): number;
  /** Connections of this process. */
  size?: number;
}

/**
 * Of every connection, where the address says nothing else: a process that hangs in a transaction loses it, and its locks, before those
 * who wait for them give up; no statement runs for ever.
 */
const TIMES = ['idle_in_transaction_session_timeout=12000', 'lock_timeout=15000', 'statement_timeout=60000', 'tcp_keepalives_idle=30']
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** Opens a PostgreSQL database and migrates it under a lock. */
export async function openPostgresStore({ url, clock, size = 10 }: PostgresStoreOptions): Promise<Store> {
  const types = { getTypeParser: typeParser };
  const owner = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 5000, types });
  survive(owner);
  const setup = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) });
  try {
    await unavailable(async () => {
      await requireServer(setup);
      await migrate(setup, 'postgres', new Date(clock()).toISOString());
      await makeApplicationRole(setup);
    });
  } finally {
    await setup.destroy();
  }
  const application = { connectionString: withoutOptions(url), options: startOptions(url), keepAlive: true };
  const pool = new pg.Pool({ ...application, max: size, connectionTimeoutMillis: 5000, types });
  survive(pool);
  const db = new Kysely<Tables>({ dialect: new StoringPostgresDialect({ pool }), plugins: [decoding] });
  try {
    await unavailable(() => requireRole(db));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return new PostgresStore(db);
}

/**
 * A connection that breaks is replaced, and whoever waits for an answer on it gets the error. Without listeners of its own, one that is in
 * use would end the process.
 */
function survive(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Counts and sequence numbers come as numbers; none of ours gets near 2^53. */
function typeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return oid === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown);
}

/** The later one counts. The role is one of them: a connection that cannot take it is never there to be used as somebody mightier. */
function startOptions(url: string): string {
  const asked = new URL(url).searchParams.get('options') ?? '';
  return `${TIMES} ${asked} -c role=${APPLICATION_ROLE}`;
}

/** The address without its start-up options, which would stand in place of ours. */
function withoutOptions(url: string): string {
  const bare = new URL(url);
  bare.searchParams.delete('options');
  return bare.href;
}

/** A pooler between may swallow start-up options: then every request would run as somebody mightier. */
async function requireRole(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db);
  if (rows[0]?.name === APPLICATION_ROLE) return;
  throw new OperationalError({
    message: `connections do not start as ${APPLICATION_ROLE}, without which tenants cannot be kept apart`,
    hint: 'connect to PostgreSQL itself, not through a pooler that drops start-up options',
  });
}

const TRIES = 4;

class PostgresStore implements Store {
  readonly dialect = 'postgres';

  constructor(private readonly db: Kysely<Tables>) {}

  read<T>(tenantId: string, work: (store: TenantStore) => Promise<T>): Promise<T> {
    return this.write(tenantId, work);
  }

  write<T>(tenantId: string, work: (store: TenantStore, shared: SharedStore) => Promise<T>): Promise<T> {
    return this.transaction(async (db) => {
      await sql`select set_config('app.tenant_id', ${tenantId}, true)`.execute(db);
      return work({ tenantId, db, dialect: 'postgres' }, { db, dialect: 'postgres' });
    });
  }

  shared<T>(work: (shared: SharedStore) => Promise<T>): Promise<T> {
    return this.transaction((db) => work({ db, dialect: 'postgres' }));
  }

  /** Who was rolled back to end a deadlock begins anew: the other one goes on meanwhile. */
  private async transaction<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await unavailable(() => this.db.transaction().execute(work));
      } catch (error) {
        if (!isContended(error) || tries === TRIES) throw error;
        await wait(Math.random() * 50 * tries);
      }
    }
  }

  probe(): Promise<void> {
    return this.shared(writeProbe);
  }

  async close(): Promise<void> {
    await this.db.destroy();
  }
}
