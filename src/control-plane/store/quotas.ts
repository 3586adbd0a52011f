import { PUSHED_BY } from './jobs.js';
import { oneAtATime } from './layer/dialects.js';
import type { TenantStore } from './layer/store.js';
import { countOf, tenantTable } from './layer/table.js';
import { TenantSettings } from './layer/tenant-settings.js';

/** Limits of a tenant unless its administrators change them. */
export const defaultQuotas = {
  active_jobs: 10,
  retained_jobs: 5000,
  sources: 200,
  schedules: 100,
  fleet_agents: 2000,
  cloud_connections: 20,
  deliveries: 50,
  webhooks: 20,
  ingest_events_per_day: 1_000_000,
} as const;

export type QuotaKind = keyof typeof defaultQuotas;
/** Limits for existing things, as opposed to those for what arrives in a day. */
export type StockQuota = Exclude<QuotaKind, 'ingest_events_per_day'>;

export type Quotas = Record<QuotaKind, number>;

export const quotaKinds = Object.keys(defaultQuotas) as readonly QuotaKind[];

const SETTING = 'quotas';

/** Limits of one tenant, and how much of them is used. */
export class QuotaRepository {
  private readonly settings: TenantSettings;

  constructor(private readonly store: TenantStore) {
    this.settings = new TenantSettings(store);
  }

  /** The effective limits: the tenant's own, else the defaults. */
  async limits(): Promise<Quotas> {
    return { ...defaultQuotas, ...(await this.own()) };
  }

  /** Only the limits set for this tenant. */
  private async own(): Promise<Partial<Quotas>> {
    return (await this.settings.json<Partial<Quotas>>(SETTING)) ?? {};
  }

  /** Sets limits; null restores the default, absent ones are kept. */
  async change(changes: Partial<Record<QuotaKind, number | null>>, now: string): Promise<void> {
    const kept = Object.entries({ ...(await this.own()), ...changes }).filter(([, limit]) => typeof limit === 'number');
    await this.settings.keepJson(SETTING, Object.fromEntries(kept), now);
  }

  /** Until the transaction ends, other additions of this tenant wait. */
  lock(): Promise<void> {
    return oneAtATime(this.store, 'quotas');
  }

  /** How many there are now. */
  async stock(kind: StockQuota): Promise<number> {
    const jobs = tenantTable(this.store, 'jobs');
    switch (kind) {
      case 'active_jobs':
        return jobs.count({ status: ['queued', 'running'], deleted_at: null });
      case 'retained_jobs':
        // Jobs of pushes do not count: users cannot limit them, and retention merges them.
        return countOf(jobs.select([], { deleted_at: null }).where('requested_by', 'not like', `${PUSHED_BY}%`));
      case 'sources':
        return tenantTable(this.store, 'sources').count({ status: ['configured', 'healthy', 'degraded', 'disabled'] });
      default:
        return tenantTable(this.store, kind).count();
    }
  }

  /** How much arrived on a day (`2025-01-31`). */
  async usedOn(day: string, kind: QuotaKind): Promise<number> {
    return (await tenantTable(this.store, 'usage_days').find({ day, kind }))?.used ?? 0;
  }

  /** Adds to a day's count and returns the new one. */
  use(day: string, kind: QuotaKind, adding: number): Promise<number> {
    return tenantTable(this.store, 'usage_days').addTo({ day, kind, used: adding }, 'used');
  }
}
