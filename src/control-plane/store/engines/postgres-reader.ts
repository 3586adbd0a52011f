import {
  type ConnectionProvider,
  type ControlledTransaction,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  type PostgresDialect,
  sql,
} from 'kysely';
import type { TenantStore } from '../layer/store.js';
import type { Tables } from '../layer/tables.js';

/** A pool of connections with the dialect that compiles its statements. */
export interface Pooled {
  db: Kysely<Tables>;
  dialect: PostgresDialect;
}

type Open = ControlledTransaction<Tables>;

/**
 * The transactions of one reader, one after another. Each begins with a query and ends when the reader has to wait for other work,
 * so that a waiting reader holds no connection.
 */
class Stretches implements ConnectionProvider {
  private open: Promise<Open> | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly pool: Kysely<Tables>,
    private readonly tenantId: string,
  ) {}

  provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return this.inOrder(async () => {
      this.open ??= begin(this.pool, this.tenantId);
      return (await this.open).getExecutor().provideConnection(consumer);
    });
  }

  /** Gives the connection back. A later query takes another one. */
  end(): Promise<void> {
    return this.inOrder(async () => {
      const open = this.open;
      this.open = undefined;
      // A transaction that could not begin holds no connection.
      const begun = await open?.catch(() => undefined);
      if (begun) await finish(begun);
    });
  }

  private inOrder<T>(step: () => Promise<T>): Promise<T> {
    const next = this.last.then(step);
    this.last = next.catch(() => {});
    return next;
  }
}

async function begin(pool: Kysely<Tables>, tenantId: string): Promise<Open> {
  const open = await pool.startTransaction().execute();
  try {
    await sql`select set_config('app.tenant_id', ${tenantId}, true)`.execute(open);
    return open;
  } catch (error) {
    await rollBack(open);
    throw error;
  }
}

/** Commits; after a failed statement PostgreSQL rolls back instead. */
async function finish(open: Open): Promise<void> {
  try {
    await open.commit().execute();
  } catch (error) {
    await rollBack(open);
    throw error;
  }
}

/** The pool gets the connection back even if the rollback fails. */
async function rollBack(open: Open): Promise<void> {
  await open
    .rollback()
    .execute()
    .catch(() => {});
}

/** Runs reads of one tenant. Rejects with the error of `work`, or of the database. */
export async function readIn<T>({ db: pool, dialect }: Pooled, tenantId: string, work: (store: TenantStore) => Promise<T>): Promise<T> {
  const stretches = new Stretches(pool, tenantId);
  const executor = pool.getExecutor().withConnectionProvider(stretches);
  // The executor provides the connections, so the driver is never used.
  const db = new Kysely<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
  const aside = async <R>(others: Promise<R>) => (await Promise.all([others, stretches.end()]))[0];
  try {
    const read = await work({ tenantId, db, dialect: 'postgres', aside });
    await stretches.end();
    return read;
  } catch (error) {
    await stretches.end().catch(() => {});
    throw error;
  }
}
