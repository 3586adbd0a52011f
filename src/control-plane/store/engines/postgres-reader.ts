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

/** Connections, and how they are spoken to. */
export interface Pooled {
  db: Kysely<Tables>;
  dialect: PostgresDialect;
}

type Open = ControlledTransaction<Tables>;

/**
 * Transactions of one reader, one after another: each begins with a question and ends when the reader waits for others, so that whoever
 * waits holds no connection.
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

  /** Gives the connection back; what is asked later takes another one. */
  end(): Promise<void> {
    return this.inOrder(async () => {
      const open = this.open;
      this.open = undefined;
      // One that could not begin holds nothing.
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

/** After a statement that failed, a commit takes back. */
async function finish(open: Open): Promise<void> {
  try {
    await open.commit().execute();
  } catch (error) {
    await rollBack(open);
    throw error;
  }
}

/** Also where it fails the connection is given back. */
async function rollBack(open: Open): Promise<void> {
  await open
    .rollback()
    .execute()
    .catch(() => {});
}

/** Reads of a tenant. */
export async function readIn<T>({ db: pool, dialect }: Pooled, tenantId: string, work: (store: TenantStore) => Promise<T>): Promise<T> {
  const stretches = new Stretches(pool, tenantId);
  const executor = pool.getExecutor().withConnectionProvider(stretches);
  // It has no other way to a connection.
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
