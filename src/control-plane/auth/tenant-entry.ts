import { type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { AuditLog } from '../store/audit-log.js';
import { ensureTenant, isTenant } from '../store/tenants.js';
import type { RequestIdentity } from './principal.js';

/** Actor of the creation of tenants that a mapping names. */
export const MAPPING_ACTOR = 'operator:mapping';

const known = new WeakMap<Ground, Set<string>>();

/** True for a tenant that exists. A positive answer is cached. */
export async function isKnownTenant(ground: Ground, tenantId: string): Promise<boolean> {
  const names = namesOf(ground);
  if (names.has(tenantId)) return true;
  const found = await ground.store.shared((shared) => isTenant(shared, tenantId));
  if (found) names.add(tenantId);
  return found;
}

/** Who creates a tenant, and how. */
export interface TenantCreator {
  actor: string;
  authMethod: 'first_use' | 'operator';
  request?: RequestIdentity | undefined;
}

/** Creates a tenant, if it is new, with the first event of its audit chain. */
export async function enterTenant(ground: Ground, tenantId: string, { actor, authMethod, request }: TenantCreator): Promise<void> {
  await ground.store.write(tenantId, async (store, shared) => {
    const now = timeOf(ground);
    if (!(await ensureTenant(shared, tenantId, now))) return;
    await new AuditLog(store, ground.ring).append({
      event_id: newId('aud'),
      timestamp: now,
      actor,
      auth_method: authMethod,
      action: 'tenant.create',
      target_type: 'tenant',
      target_id: tenantId,
      outcome: 'success',
      request_id: request?.requestId ?? newId('req'),
      trace_id: request?.traceId ?? '0'.repeat(32),
      details: { by: authMethod === 'operator' ? 'mapping' : 'first_use' },
    });
  });
  namesOf(ground).add(tenantId);
}

/** Creates the tenants that the tables of OIDC and SAML name: the operator who wrote the table wants them to exist. */
export async function enterMappedTenants(ground: Ground): Promise<void> {
  const { oidc, saml } = ground.options;
  const mapped = new Set([oidc, saml].flatMap((mapping) => Object.values(mapping?.tenants ?? {})));
  for (const tenantId of [...mapped].sort()) {
    if (!(await isKnownTenant(ground, tenantId))) await enterTenant(ground, tenantId, { actor: MAPPING_ACTOR, authMethod: 'operator' });
  }
}

function namesOf(ground: Ground): Set<string> {
  const names = known.get(ground) ?? new Set();
  known.set(ground, names);
  return names;
}
