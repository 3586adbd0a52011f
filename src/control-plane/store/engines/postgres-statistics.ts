import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

/** Time from a write to the first look at the tables, and from one look to the next, in milliseconds. */
const AFTER_MS = 1_500;
const EVERY_MS = 10_500;

/** Looks after a write: a connection reports its writes after a second, or after ten if it is idle then. */
const LOOKS = 2;

/**
 * Keeps the planner's statistics close to the tables. PostgreSQL's own daemon looks once a minute and leaves a table alone until a
 * tenth of it has changed; until then the first large push of a tenant is read as if the tenant had next to nothing, and each page
 * of a list sorts all of its rows.
 */
export class PostgresStatistics {
  private looks = 0;
  private looking: Promise<void> | undefined;
  private readonly closing = new AbortController();

  /** `owner` connects as the owner of the tables, because only the owner may analyse them. */
  constructor(private readonly owner: Kysely<unknown>) {}

  /** Tells that something was written. Returns at once; the looks follow in the background. */
  note(): void {
    this.looks = LOOKS;
    if (this.closing.signal.aborted) return;
    // If a look fails, PostgreSQL's daemon does the same later.
    this.looking ??= this.look()
      .catch(() => {})
      .finally(() => {
        this.looking = undefined;
      });
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.looking;
    await this.owner.destroy();
  }

  private async look(): Promise<void> {
    const { signal } = this.closing;
    while (this.looks > 0) {
      await wait(AFTER_MS, undefined, { signal, ref: false });
      this.looks -= 1;
      const { rows } = await sql<{ name: string }>`
        select relid::regclass::text as name from pg_stat_user_tables join pg_class on pg_class.oid = relid
        where pg_has_role(relowner, 'usage') and n_mod_since_analyze > 1000 + greatest(reltuples, 0) * 0.05`.execute(this.owner);
      for (const { name } of rows) if (!signal.aborted) await sql`analyze ${sql.raw(name)}`.execute(this.owner);
      await wait(EVERY_MS - AFTER_MS, undefined, { signal, ref: false });
    }
  }
}
