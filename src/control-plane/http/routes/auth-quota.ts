import type { quotaRoutes } from '../../../api/auth-quota.js';
import { BadRequest } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import type { TenantStore } from '../../store/layer/store.js';
import { defaultQuotas, QuotaRepository, type Quotas, quotaKinds } from '../../store/quotas.js';
import type { Handlers } from '../call.js';

export const quotaHandlers: Handlers<typeof quotaRoutes> = {
  getQuota: async ({ plane, store }) => ({ body: await shown(store, timeOf(plane)) }),
  updateQuota: async ({ plane, store, body }) => {
    const negative = quotaKinds.filter((kind) => (body[kind] ?? 0) < 0);
    if (negative.length > 0) throw new BadRequest(`a quota cannot be negative: ${negative.join(', ')}`);
    const changes = Object.fromEntries(quotaKinds.filter((kind) => body[kind] !== undefined).map((kind) => [kind, body[kind] ?? null]));
    await new QuotaRepository(store).change(changes, timeOf(plane));
    return { body: await shown(store, timeOf(plane)), audit: { target_id: store.tenantId, details: changes } };
  },
};

async function shown(store: TenantStore, now: string): Promise<Quotas & { tenant_id: string; defaults: Quotas; usage: Quotas }> {
  const quotas = new QuotaRepository(store);
  const usage: Quotas = { ...defaultQuotas };
  for (const kind of quotaKinds) {
    usage[kind] = kind === 'ingest_events_per_day' ? await quotas.usedOn(now.slice(0, 10), kind) : await quotas.stock(kind);
  }
  return { tenant_id: store.tenantId, ...(await quotas.limits()), defaults: defaultQuotas, usage };
}
