import { sql } from 'kysely';
import { own } from '../layer/dialects.js';
import { among, selectMany } from '../layer/many-rows.js';
import type { TenantStore } from '../layer/store.js';
import { Table, tenantTable } from '../layer/table.js';
import type { Draft, Tables } from '../layer/tables.js';

export type OriginRow = Tables['finding_origins'];

const WRITTEN = ['status', 'first_seen', 'last_seen', 'resolved_at', 'last_job_id', 'evidence_id', 'document_hash'] as const;

/** What sources know of findings that several of them have seen. */
export class OriginRepository extends Table<'finding_origins'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'finding_origins');
  }

  /** The origins of some findings by their ids, the longest-known first. */
  async of(findingIds: readonly string[]): Promise<Map<string, OriginRow[]>> {
    const rows = await selectMany(findingIds, (some) =>
      this.rows()
        .where(among(this.store, 'finding_id', some))
        .orderBy('first_seen')
        .orderBy('source_id')
        .execute(),
    );
    const byFinding = new Map<string, OriginRow[]>();
    for (const row of rows) {
      const known = byFinding.get(row.finding_id);
      if (known) known.push(row);
      else byFinding.set(row.finding_id, [row]);
    }
    return byFinding;
  }

  /** The ids of the findings that others became part of, one for each of those. */
  async ofFormer(formerIds: readonly string[]): Promise<string[]> {
    const rows = await selectMany(formerIds, (some) =>
      this.select(['finding_id', 'former_id'])
        .where(among(this.store, 'former_id', some))
        .where('former_id', 'is not', null)
        .execute(),
    );
    return [...new Map(rows.map(({ finding_id, former_id }) => [former_id, finding_id])).values()];
  }

  /** The ids of sources of some findings: of each its own, and all others that have seen it. */
  async sourcesOf(
    rows: readonly { finding_id: string; source_id: string; shared: boolean }[],
  ): Promise<(row: { finding_id: string; source_id: string }) => string[]> {
    const origins = await this.of(rows.flatMap(({ finding_id, shared }) => (shared ? [finding_id] : [])));
    return ({ finding_id, source_id }) => [...new Set([source_id, ...(origins.get(finding_id) ?? []).map((origin) => origin.source_id)])];
  }

  /** The ids of all sources of one finding. */
  async sourcesOfOne(row: { finding_id: string; source_id: string; shared: boolean }): Promise<string[]> {
    return (await this.sourcesOf([row]))(row);
  }

  async keep(drafts: readonly Draft<'finding_origins'>[]): Promise<void> {
    await this.createMany(drafts, WRITTEN);
  }

  /** Notes what the only source of findings knew, before another one joins it. */
  async noteFirst(findingIds: readonly string[]): Promise<void> {
    if (findingIds.length === 0) return;
    await sql`insert into finding_origins (tenant_id, finding_id, source_id, status, first_seen, last_seen, resolved_at, first_job_id,
        last_job_id, evidence_id, document_hash)
      select tenant_id, finding_id, source_id, case when status = 'resolved' then 'resolved' else 'open' end, first_seen, last_seen,
        resolved_at, first_job_id, last_job_id, evidence_id, document_hash
      from findings where ${own(this.store, 'findings')} and ${among(this.store, 'finding_id', findingIds)}
      on conflict do nothing`.execute(this.store.db);
  }

  /** Numbers of open findings that these sources, or all, see besides another one, whose they are. */
  async openBeside(source_id?: readonly string[]): Promise<{ source_id: string; severity: string; count: number }[]> {
    const rows = await tenantTable(this.store, 'finding_origins')
      .select(['source_id'], { source_id, status: 'open' })
      .innerJoin('findings', (join) => join.on(own(this.store, 'findings')).onRef('findings.finding_id', '=', 'finding_origins.finding_id'))
      .where('findings.status', '=', 'open')
      .whereRef('findings.source_id', '<>', 'finding_origins.source_id')
      .select(['findings.severity', sql<number>`count(*)`.as('count')])
      .groupBy(['finding_origins.source_id', 'findings.severity'])
      .execute();
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  /**
   * Closes findings whose every source has looked again; sources that were retired will not. Those that another source still sees become that
   * one's. Returns the ids of both.
   */
  async settle(findingIds: readonly string[], now: string): Promise<{ closed: string[]; moved: string[] }> {
    const closed: string[] = [];
    const moved: string[] = [];
    const { db } = this.store;
    await selectMany(findingIds, async (some) => {
      const seeing = sql`select o.source_id from finding_origins o join sources s on ${own(this.store, 's')} and s.source_id = o.source_id
        where ${own(this.store, 'o')} and o.finding_id = findings.finding_id and o.status = 'open' and s.status <> 'retired'`;
      const these = sql`${own(this.store, 'findings')} and ${among(this.store, 'finding_id', some)}`;
      const ended = await sql<{ finding_id: string }>`update findings set status = 'resolved', resolved_at = ${now}, updated_at = ${now}
        where ${these} and status <> 'resolved' and not exists (${seeing}) returning finding_id`.execute(db);
      const ids = ended.rows.map(({ finding_id }) => finding_id);
      closed.push(...ids);
      await this.updateWhere({ finding_id: ids, status: 'open' }, { status: 'resolved', resolved_at: now });
      const handed = await sql<{ finding_id: string }>`update findings
        set source_id = (${seeing} order by o.first_seen, o.source_id limit 1), updated_at = ${now}
        where ${these} and status <> 'resolved' and source_id not in (${seeing}) returning finding_id`.execute(db);
      moved.push(...handed.rows.map(({ finding_id }) => finding_id));
      return [];
    });
    return { closed, moved };
  }

  /** A source that was retired is waited for no more where another one reads the same. Returns the findings that this changes. */
  async retire(source_id: string, now: string): Promise<{ left: string[]; closed: string[] }> {
    const { rows } = await sql<{ finding_id: string }>`select finding_id from finding_origins
      where ${own(this.store, 'finding_origins')} and source_id = ${source_id} and status = 'open' and exists (
        select 1 from finding_origins o join sources s on ${own(this.store, 's')} and s.source_id = o.source_id
          where ${own(this.store, 'o')} and o.finding_id = finding_origins.finding_id and s.status <> 'retired')`.execute(this.store.db);
    const { closed, moved } = await this.settle(
      rows.map(({ finding_id }) => finding_id),
      now,
    );
    return { left: [...closed, ...moved], closed };
  }

  /** A source that reads something else from now on is no origin of what others see. Returns the findings that it left, and those that this closed. */
  async leave(source_id: string, now: string): Promise<{ left: string[]; closed: string[] }> {
    const { db } = this.store;
    const { rows } = await sql<{
      finding_id: string;
    }>`delete from finding_origins where ${own(this.store, 'finding_origins')} and source_id = ${source_id}
      and exists (select 1 from finding_origins as other where ${own(this.store, 'other')}
        and other.finding_id = finding_origins.finding_id and other.source_id <> finding_origins.source_id) returning finding_id`.execute(
      db,
    );
    const ids = rows.map(({ finding_id }) => finding_id);
    const { closed } = await this.settle(ids, now);
    await selectMany(ids, async (some) => {
      await sql`update findings set source_id = (select o.source_id from finding_origins o where ${own(this.store, 'o')}
          and o.finding_id = findings.finding_id order by o.last_seen desc, o.source_id limit 1)
        where ${own(this.store, 'findings')} and ${among(this.store, 'finding_id', some)} and source_id = ${source_id}`.execute(db);
      return [];
    });
    return { left: ids, closed };
  }
}
