import { newId } from '../ids.js';
import { type ControlPlane, timeOf } from '../plane.js';
import { AuditLog } from '../store/audit-log.js';
import { ensureTenant, isTenant } from '../store/tenants.js';
import type { RequestIdentity } from './principal.js';

/** Who makes the tenants that a mapping names. */
export const MAPPING_ACTOR = 'operator:mapping';

const known = new WeakMap<ControlPlane, Set<string>>();

/** True for a tenant that somebody has made. What is known once is not asked for again. */
export async function isKnownTenant(plane: ControlPlane, tenantId: string): Promise<boolean> {
  const names = namesOf(plane);
  if (names.has(tenantId)) return true;
  const found = await plane.store.shared((shared) => isTenant(shared, tenantId));
  if (found) names.add(tenantId);
  return found;
}

/** Who makes a tenant, and how. */
export interface Maker {
  actor: string;
  authMethod: 'first_use' | 'operator';
  request?: RequestIdentity | undefined;
}

/** Makes a tenant, if it is new, with the first event of its audit chain. */
export async function enterTenant(plane: ControlPlane, tenantId: string, { actor, authMethod, request }: Maker): Promise<void> {
  await plane.store.write(tenantId, async (store, shared) => {
    const now = timeOf(plane);
    if (!(await ensureTenant(shared, tenantId, now))) return;
    await new AuditLog(store, plane.ring).append({
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
  namesOf(plane).add(tenantId);
}

/** Makes the tenants that the tables of OIDC and SAML name: who writes such a table has said that they are to be. */
export async function enterMappedTenants(plane: ControlPlane): Promise<void> {
  const { oidc, saml } = plane.options;
  const mapped = new Set([oidc, saml].flatMap((mapping) => Object.values(mapping?.tenants ?? {})));
  for (const tenantId of [...mapped].sort()) {
    if (!(await isKnownTenant(plane, tenantId))) await enterTenant(plane, tenantId, { actor: MAPPING_ACTOR, authMethod: 'operator' });
  }
}

function namesOf(plane: ControlPlane): Set<string> {
  const names = known.get(plane) ?? new Set();
  known.set(plane, names);
  return names;
}
