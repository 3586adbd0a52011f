import { DAY_MS } from '../../support/durations.js';
import { TooMany } from '../failures.js';
import type { TenantStore } from '../store/layer/store.js';
import { QuotaRepository, type StockQuota } from '../store/quotas.js';

const STANDING_RETRY_S = 60;

/**
 * Call it in the transaction that adds, before adding. Throws TooMany when `adding` more would exceed the tenant's
 * limit; until the transaction ends, concurrent additions of this tenant wait.
 */
export async function requireQuota(store: TenantStore, kind: StockQuota, adding = 1): Promise<void> {
  if (adding <= 0) return;
  const quotas = new QuotaRepository(store);
  await quotas.lock();
  const limit = (await quotas.limits())[kind];
  if ((await quotas.stock(kind)) + adding > limit) throw refusal(kind, limit, STANDING_RETRY_S);
}

/**
 * Takes `adding` events from the tenant's daily quota on the day (UTC) of `now`, an RFC 3339 time. Throws TooMany when
 * it is used up.
 */
export async function useIngestQuota(store: TenantStore, adding: number, now: string): Promise<void> {
  if (adding <= 0) return;
  const quotas = new QuotaRepository(store);
  const limit = (await quotas.limits()).ingest_events_per_day;
  const used = await quotas.use(now.slice(0, 10), 'ingest_events_per_day', adding);
  if (used > limit) throw refusal('ingest_events_per_day', limit, (DAY_MS - (Date.parse(now) % DAY_MS)) / 1000);
}

function refusal(kind: string, limit: number, retryAfter: number): TooMany {
  return new TooMany(`the tenant's quota of ${limit} ${kind.replaceAll('_', ' ')} is used up`, retryAfter);
}
