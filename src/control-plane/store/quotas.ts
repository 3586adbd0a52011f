import { sql } from 'kysely';
import { PUSHED_BY } from './jobs.js';
import type { TenantStore } from './store.js';

/** What a tenant may have at most, unless its administrators say otherwise. */
export const defaultQuotas = {
  active_jobs: 10,
  retained_jobs: 5000,
  sources: 200,
  schedules: 100,
  fleet_agents: 2000,
  cloud_connections: 20,
  ingest_events_per_day: 1_000_000,
} as const;

export type QuotaKind = keyof typeof defaultQuotas;
/** Limits on what is there, in contrast to those on what comes in a day. */
export type StandingQuota = Exclude<QuotaKind, 'ingest_events_per_day'>;

export type Quotas = Record<QuotaKind, number>;

export const quotaKinds = Object.keys(defaultQuotas) as readonly QuotaKind[];

const SETTING = 'quotas';

/** Limits of one tenant, and how much of them is used. */
export class QuotaRepository {
  constructor(private readonly store: TenantStore) {}

  /** The limits that hold: the tenant's own, else the defaults. */
  async limits(): Promise<Quotas> {
    return { ...defaultQuotas, ...(await this.own()) };
  }

  /** Only what was set for this tenant. */
  private async own(): Promise<Partial<Quotas>> {
    const { tenantId, db } = this.store;
    const row = await db
      .selectFrom('tenant_settings')
      .select('value')
      .where('tenant_id', '=', tenantId)
      .where('name', '=', SETTING)
      .executeTakeFirst();
    return row ? JSON.parse(row.value) : {};
  }

  /** Sets limits; null goes back to the default, what is absent stays. */
  async change(changes: Partial<Record<QuotaKind, number | null>>, now: string): Promise<void> {
    const { tenantId, db } = this.store;
    const kept = Object.entries({ ...(await this.own()), ...changes }).filter(([, limit]) => typeof limit === 'number');
    const row = { value: JSON.stringify(Object.fromEntries(kept)), updated_at: now };
    await db
      .insertInto('tenant_settings')
      .values({ tenant_id: tenantId, name: SETTING, ...row })
      .onConflict((clash) => clash.columns(['tenant_id', 'name']).doUpdateSet(row))
      .execute();
  }

  /** Lets nobody else of this tenant count until the transaction ends. An embedded database has one writer anyway. */
  async lock(): Promise<void> {
    const { tenantId, db, dialect } = this.store;
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${`quota:${tenantId}`}))`.execute(db);
  }

  /** How much there is now. */
  async standing(kind: StandingQuota): Promise<number> {
    const { tenantId, db } = this.store;
    const counted = countedBy[kind];
    let query = db
      .selectFrom(counted.table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId);
    if (counted.statuses) query = query.where(sql.ref('status'), 'in', counted.statuses);
    if (counted.table === 'jobs') query = query.where(sql.ref('deleted_at'), 'is', null);
    if (counted.runs) query = query.where(sql.ref('requested_by'), 'not like', `${PUSHED_BY}%`);
    const { count } = await query.executeTakeFirstOrThrow();
    return Number(count);
  }

  /** What came in on a day (`2025-01-31`). */
  async usedOn(day: string, kind: QuotaKind): Promise<number> {
    const { tenantId, db } = this.store;
    const row = await db
      .selectFrom('usage_days')
      .select('used')
      .where('tenant_id', '=', tenantId)
      .where('day', '=', day)
      .where('kind', '=', kind)
      .executeTakeFirst();
    return row?.used ?? 0;
  }

  /** Adds to a day's count and gives the new one. */
  async use(day: string, kind: QuotaKind, adding: number): Promise<number> {
    const { tenantId, db } = this.store;
    const { used } = await db
      .insertInto('usage_days')
      .values({ tenant_id: tenantId, day, kind, used: adding })
      .onConflict((clash) =>
        clash.columns(['tenant_id', 'day', 'kind']).doUpdateSet(({ eb }) => ({ used: eb('usage_days.used', '+', adding) })),
      )
      .returning('used')
      .executeTakeFirstOrThrow();
    return used;
  }
}

interface Counted {
  table: 'jobs' | 'sources' | 'schedules' | 'fleet_agents' | 'cloud_connections';
  /** Rows in other states do not count. */
  statuses?: readonly string[];
  /** Jobs that pushes left do not count: nobody can hold them back, and retention folds them. */
  runs?: true;
}

const countedBy: Readonly<Record<StandingQuota, Counted>> = {
  active_jobs: { table: 'jobs', statuses: ['queued', 'running'] },
  retained_jobs: { table: 'jobs', runs: true },
  sources: { table: 'sources', statuses: ['configured', 'healthy', 'degraded', 'disabled'] },
  schedules: { table: 'schedules' },
  fleet_agents: { table: 'fleet_agents' },
  cloud_connections: { table: 'cloud_connections' },
};
