import { DAY_MS } from '../../support/durations.js';
import { OperationalError, UsageError } from '../../support/errors.js';
import { newKey } from '../auth/api-key.js';
import { MAPPING_ACTOR } from '../auth/tenant-entry.js';
import { timeOf } from '../ground/ground.js';
import type { ControlPlane } from '../http/plane.js';
import { newId } from '../ids.js';
import { AuditLog } from '../store/audit-log.js';
import { isAdmin, KeyRepository } from '../store/keys.js';
import { ensureTenant, isTenantId, tenantIds } from '../store/tenants.js';

const KEY_DAYS = 30;

/** True before the first sign-in: no tenants exist except those of a mapping, and nothing has happened in them. */
export async function isFresh(plane: ControlPlane): Promise<boolean> {
  for (const tenantId of await tenantIds(plane.store)) {
    const [first, second] = await plane.store.read(tenantId, (store) => new AuditLog(store, plane.ring).after(0, 2));
    if (first?.actor !== MAPPING_ACTOR || second) return false;
  }
  return true;
}

/**
 * Creates the tenant if needed, and an admin key for it; returns the key's secret. Rejects with OperationalError when
 * an admin key is active.
 */
export async function bootstrapAdmin(plane: ControlPlane, tenantId: string, force = false): Promise<string> {
  const secret = await makeAdminKey(plane, tenantId, force);
  if (secret !== undefined) return secret;
  throw new OperationalError({ message: 'this tenant has an active admin key', hint: 'use --force to make one more' });
}

/** Like `bootstrapAdmin`; undefined when an admin key is active and `force` is not set. */
export async function makeAdminKey(plane: ControlPlane, tenantId: string, force = false): Promise<string | undefined> {
  if (!isTenantId(tenantId))
    throw new UsageError({ where: '--bootstrap-admin', message: 'expected letters, digits, dots, dashes; system is taken' });
  const now = timeOf(plane);
  return plane.store.write(tenantId, async (store, shared) => {
    await ensureTenant(shared, tenantId, now);
    const keys = new KeyRepository(store);
    await keys.lock();
    if ((await keys.active(now)).some(isAdmin) && !force) return undefined;
    const keyId = newId('key');
    const { secret, hash } = newKey(keyId.slice(4));
    await keys.create(shared, {
      keyId,
      name: `bootstrap-${keyId.slice(-8)}`,
      subject: 'bootstrap',
      role: 'admin',
      scopes: ['read', 'scan', 'ingest', 'admin'],
      hash,
      createdBy: 'operator:bootstrap',
      now,
      expiresAt: timeOf(plane, KEY_DAYS * DAY_MS),
    });
    await new AuditLog(store, plane.ring).append({
      event_id: newId('aud'),
      timestamp: now,
      actor: 'operator:bootstrap',
      auth_method: 'operator',
      action: 'key.create',
      target_type: 'key',
      target_id: keyId,
      outcome: 'success',
      request_id: newId('req'),
      trace_id: '0'.repeat(32),
      details: { role: 'admin', bootstrap: true },
    });
    return secret;
  });
}
