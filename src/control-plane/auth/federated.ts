import type { Role } from '../../api/route.js';
import { Forbidden, Unauthenticated } from '../failures.js';
import type { Ground } from '../ground/ground.js';
import type { TenantStore } from '../store/layer/store.js';
import { lockProvisioning, ProvisionedUsers } from '../store/provisioned-users.js';
import type { AssertedUser } from './claim-mapping.js';
import type { RequestIdentity } from './principal.js';
import { enterTenant, isKnownTenant } from './tenant-entry.js';

/** A user vouched for by an identity provider, with their effective role. */
export interface FederatedUser {
  tenantId: string;
  subject: string;
  role: Role;
}

/**
 * Admits a user that an identity provider vouches for. Rejects with Unauthenticated, and with Forbidden when the tenant
 * does not exist here.
 */
export async function admitFederated(user: AssertedUser, ground: Ground, request?: RequestIdentity): Promise<FederatedUser> {
  const admitted = await ground.store.read(user.tenantId, (store) => admit(store, user));
  if (await isKnownTenant(ground, user.tenantId)) return admitted;
  if (ground.options.tenantsOnFirstUse !== true) throw new Forbidden('the tenant is not known to this service: its operator makes tenants');
  await enterTenant(ground, user.tenantId, { actor: `user:${user.subject}`, authMethod: 'first_use', request });
  return admitted;
}

/**
 * Like `admitFederated`, in the transaction of a sign-in: until it ends, nobody can deactivate the user or take their
 * role.
 */
export async function admitInTransaction(store: TenantStore, user: AssertedUser): Promise<FederatedUser> {
  await lockProvisioning(store);
  return admit(store, user);
}

/**
 * Combines the provider's claims with what was provisioned: a deactivated user is refused, and a role from provisioned
 * groups replaces the claimed one. Rejects with Unauthenticated when there is no role at all.
 */
async function admit(store: TenantStore, { tenantId, subject, role: claimed }: AssertedUser): Promise<FederatedUser> {
  const user = await new ProvisionedUsers(store).stateOf(subject);
  if (user && !user.active) throw new Unauthenticated('the user is deactivated');
  const role = user?.role ?? claimed;
  if (!role) throw new Unauthenticated('the identity has no role in this service');
  return { tenantId, subject, role };
}
