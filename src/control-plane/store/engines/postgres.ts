import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { OperationalError } from '../../../support/errors.js';
import type { SharedStore, Store, TenantStore } from '../layer/store.js';
import type { Tables } from '../layer/tables.js';
import type { RanStatement } from '../layer/traced-store.js';
import { decoding, StoringPostgresDialect } from '../layer/values.js';
import { APPLICATION_ROLE, makeApplicationRole, requireServer } from './application-role.js';
import { isContended, unavailable } from './failures.js';
import { migrate } from './migrate.js';
import { type Pooled, readIn } from './postgres-reader.js';
import { PostgresStatistics } from './postgres-statistics.js';
import { writeProbe } from './probe.js';

type OnStatement = (ran: RanStatement) => void;

export interface PostgresStoreOptions {
  url: string;
  clock(): number;
  /** Connections of this process. */
  size?: number;
  /** Is told of each statement that has run. */
  onStatement?: OnStatement | undefined;
}

/**
 * Limits of every connection unless the address sets others. PostgreSQL ends the transaction of a process that hangs, and frees its
 * locks, before the processes that wait for these locks give up. No statement runs for ever.
 */
const TIMES = ['idle_in_transaction_session_timeout=12000', 'lock_timeout=15000', 'statement_timeout=60000', 'tcp_keepalives_idle=30']
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** Opens a PostgreSQL database and migrates it under a lock. */
export async function openPostgresStore({ url, clock, size = 10, onStatement }: PostgresStoreOptions): Promise<Store> {
  const types = { getTypeParser: typeParser };
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 5000, idleTimeoutMillis: 1000, types });
  survive(pool);
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await unavailable(async () => {
      await requireServer(owner);
      await migrate(owner, 'postgres', new Date(clock()).toISOString());
      await makeApplicationRole(owner);
    });
  } catch (error) {
    await owner.destroy();
    throw error;
  }
  const application = {
    connectionString: withoutOptions(url),
    options: startOptions(url),
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    types,
  };
  const writers = Math.ceil(size / 2);
  const statistics = new PostgresStatistics(owner);
  const store = new PostgresStore(
    pooled({ ...application, max: size - writers }, onStatement),
    pooled({ ...application, max: writers, connectionTimeoutMillis: WRITERS_WAIT_MS }, onStatement),
    statistics,
  );
  try {
    await store.requireRole();
    // A database that was restored from a backup has no statistics.
    statistics.note();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** A writer waits for a connection as long as it waits for a lock, because both mean that other writers are at work. */
const WRITERS_WAIT_MS = 15_000;

function pooled(config: pg.PoolConfig, log: OnStatement | undefined): Pooled {
  const pool = new pg.Pool(config);
  survive(pool);
  const dialect = new StoringPostgresDialect({ pool });
  return { db: new Kysely<Tables>({ dialect, plugins: [decoding], ...(log && { log }) }), dialect };
}

/**
 * The pool replaces a connection that breaks, and the query under way on it rejects. Without these listeners the error of a
 * connection in use would end the process.
 */
function survive(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** PostgreSQL's 64-bit integers are read as numbers: none of our counts and sequence numbers gets near 2^53. */
function typeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return oid === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown);
}

/** Of two options the later one counts. The role is set at the start, so that no connection ever works with the rights of the owner. */
function startOptions(url: string): string {
  const asked = new URL(url).searchParams.get('options') ?? '';
  return `${TIMES} ${asked} -c role=${APPLICATION_ROLE}`;
}

/** The address without its start-up options, because `pg` would use them instead of ours. */
function withoutOptions(url: string): string {
  const bare = new URL(url);
  bare.searchParams.delete('options');
  return bare.href;
}

const TRIES = 4;

/** A writer keeps its transaction open while it waits, because others must see either all of its rows or none. */
const aside: TenantStore['aside'] = (others) => others;

/**
 * Writers of one tenant wait for each other's locks and keep their connections meanwhile, so reads and shared tables have a
 * pool of their own.
 */
class PostgresStore implements Store {
  readonly dialect = 'postgres';

  constructor(
    private readonly brief: Pooled,
    private readonly writers: Pooled,
    private readonly statistics: PostgresStatistics,
  ) {}

  read<T>(tenantId: string, work: (store: TenantStore) => Promise<T>): Promise<T> {
    return unavailable(() => readIn(this.brief, tenantId, work));
  }

  async write<T>(tenantId: string, work: (store: TenantStore, shared: SharedStore) => Promise<T>): Promise<T> {
    const written = await transaction(this.writers, async (db) => {
      await sql`select set_config('app.tenant_id', ${tenantId}, true)`.execute(db);
      return work({ tenantId, db, dialect: 'postgres', aside }, { db, dialect: 'postgres' });
    });
    this.statistics.note();
    return written;
  }

  shared<T>(work: (shared: SharedStore) => Promise<T>): Promise<T> {
    return transaction(this.brief, (db) => work({ db, dialect: 'postgres' }));
  }

  probe(): Promise<void> {
    return this.shared(writeProbe);
  }

  /** Rejects if a pooler dropped our start-up options: every request would then have the rights of the owner. */
  async requireRole(): Promise<void> {
    const { rows } = await unavailable(() => sql<{ name: string }>`select current_user as name`.execute(this.brief.db));
    if (rows[0]?.name === APPLICATION_ROLE) return;
    throw new OperationalError({
      message: `connections do not start as ${APPLICATION_ROLE}, without which tenants cannot be kept apart`,
      hint: 'connect to PostgreSQL itself, not through a pooler that drops start-up options',
    });
  }

  async close(): Promise<void> {
    await this.statistics.close();
    await this.brief.db.destroy();
    await this.writers.db.destroy();
  }
}

/** Repeats a transaction that PostgreSQL rolled back to end a deadlock. */
async function transaction<T>({ db }: Pooled, work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await unavailable(() => db.transaction().execute(work));
    } catch (error) {
      if (!isContended(error) || tries === TRIES) throw error;
      await wait(Math.random() * 50 * tries);
    }
  }
}
