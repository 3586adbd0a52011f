import type { Role } from '../../api/route.js';
import { Forbidden, Unauthenticated } from '../failures.js';
import type { Ground } from '../ground/ground.js';
import type { TenantStore } from '../store/layer/store.js';
import { lockProvisioning, ProvisionedUsers } from '../store/provisioned-users.js';
import type { Asserted } from './claim-mapping.js';
import type { RequestIdentity } from './principal.js';
import { enterTenant, isKnownTenant } from './tenant-entry.js';

/** Somebody an identity provider vouches for, with the role that holds. */
export interface Federated {
  tenantId: string;
  subject: string;
  role: Role;
}

/**
 * Whom an identity provider vouches for, as they stand now. Rejects with Unauthenticated, and with Forbidden where their tenant is not
 * known here.
 */
export async function admitFederated(user: Asserted, ground: Ground, request?: RequestIdentity): Promise<Federated> {
  const admitted = await ground.store.read(user.tenantId, (store) => admit(store, user));
  if (await isKnownTenant(ground, user.tenantId)) return admitted;
  if (ground.options.tenantsOnFirstUse !== true) throw new Forbidden('the tenant is not known to this service: its operator makes tenants');
  await enterTenant(ground, user.tenantId, { actor: `user:${user.subject}`, authMethod: 'first_use', request });
  return admitted;
}

/** The same in the transaction of a sign-in: until it ends nobody deactivates the user, and nobody takes their role. */
export async function admitForGood(store: TenantStore, user: Asserted): Promise<Federated> {
  await lockProvisioning(store);
  return admit(store, user);
}

/**
 * Joins what an identity provider says with what was provisioned: who was deactivated stays out, and a role that comes from
 * provisioned groups holds in place of the claimed one. Without any role: Unauthenticated.
 */
async function admit(store: TenantStore, { tenantId, subject, role: claimed }: Asserted): Promise<Federated> {
  const user = await new ProvisionedUsers(store).standing(subject);
  if (user && !user.active) throw new Unauthenticated('the user is deactivated');
  const role = user?.role ?? claimed;
  if (!role) throw new Unauthenticated('the identity has no role in this service');
  return { tenantId, subject, role };
}
