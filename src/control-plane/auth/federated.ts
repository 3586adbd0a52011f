import type { Role } from '../../api/route.js';
import { Unauthenticated } from '../failures.js';
import { type ControlPlane, timeOf } from '../plane.js';
import { lockProvisioning, ProvisionedUsers } from '../store/scim.js';
import type { TenantStore } from '../store/store.js';
import { ensureTenant } from '../store/tenants.js';
import type { Asserted } from './claim-mapping.js';

/** Somebody an identity provider vouches for, with the role that holds. */
export interface Federated {
  tenantId: string;
  subject: string;
  role: Role;
}

const entered = new WeakMap<ControlPlane, Set<string>>();

/** Whom an identity provider vouches for, as they stand now. Rejects with Unauthenticated; only who comes in makes a tenant known. */
export async function admitFederated(user: Asserted, plane: ControlPlane): Promise<Federated> {
  const admitted = await plane.store.read(user.tenantId, (store) => admit(store, user));
  await enter(user.tenantId, plane);
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

/** A tenant's first user brings its row with them. */
async function enter(tenantId: string, plane: ControlPlane): Promise<void> {
  const known = entered.get(plane) ?? new Set();
  entered.set(plane, known);
  if (known.has(tenantId)) return;
  await plane.store.shared((shared) => ensureTenant(shared, tenantId, timeOf(plane)));
  known.add(tenantId);
}
