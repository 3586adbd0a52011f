import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Sqlite } from '../../../system/sqlite.js';
import type { Tables } from '../layer/tables.js';

/** Most writes in one transaction. Further ones wait for the next transaction, and reads get their turn in between. */
const MOST = 64;

type Work<T> = (db: Kysely<Tables>) => Promise<T>;

interface Waiting {
  work: Work<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * The only writer of an embedded database. It commits simultaneous writes together, because waiting until the disk has a commit costs
 * more than the writes do. Each of several writes has a savepoint, so that a write that fails takes back only its own rows. No write is
 * answered before all of them are on the disk.
 */
export class SqliteWriter {
  private waiting: Waiting[] = [];
  private busy = false;

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly raw: Pick<Sqlite, 'exec'>,
  ) {}

  run<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: (value) => resolve(value as T), reject });
      if (!this.busy) void this.writeAll();
    });
  }

  private async writeAll(): Promise<void> {
    this.busy = true;
    while (this.waiting.length > 0) {
      // Requests of the same turn of the event loop join this commit.
      await setImmediate();
      await this.commit(this.waiting.splice(0, MOST));
    }
    this.busy = false;
  }

  private async commit(group: readonly Waiting[]): Promise<void> {
    const answers: (() => void)[] = [];
    try {
      await this.db.transaction().execute(async (db) => {
        // A single write needs no savepoint, for which SQLite would keep a copy of each page; the transaction takes it back.
        for (const one of group) answers.push(group.length === 1 ? await answered(db, one) : await this.attempt(db, one));
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const answer of answers) answer();
  }

  /**
   * Returns the function that answers the request once the transaction is committed. Throws when the database has ended the
   * transaction.
   */
  private async attempt(db: Kysely<Tables>, waiting: Waiting): Promise<() => void> {
    this.raw.exec('savepoint one');
    try {
      const answer = await answered(db, waiting);
      this.raw.exec('release one');
      return answer;
    } catch (error) {
      this.takeBack(error);
      return () => waiting.reject(error);
    }
  }

  private takeBack(cause: unknown): void {
    try {
      this.raw.exec('rollback to one; release one');
    } catch {
      throw cause;
    }
  }
}

/** Does the work; returns the function that answers it. */
async function answered(db: Kysely<Tables>, { work, resolve }: Waiting): Promise<() => void> {
  const value = await work(db);
  return () => resolve(value);
}
