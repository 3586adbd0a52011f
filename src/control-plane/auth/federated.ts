import type { Role } from '../../api/route.js';
import { Unauthenticated } from '../failures.js';
import { type ControlPlane, timeOf } from '../plane.js';
import { ProvisionedUsers } from '../store/scim.js';
import { ensureTenant } from '../store/tenants.js';
import type { Asserted } from './claim-mapping.js';

/** Somebody an identity provider vouches for, with the role that holds. */
export interface Federated {
  tenantId: string;
  subject: string;
  role: Role;
}

const entered = new WeakMap<ControlPlane, Set<string>>();

/**
 * Joins what an identity provider says with what was provisioned: who was deactivated stays out, and a role that comes from
 * provisioned groups holds in place of the claimed one. Without any role: Unauthenticated.
 */
export async function admitFederated({ tenantId, subject, role: claimed }: Asserted, plane: ControlPlane): Promise<Federated> {
  await enter(tenantId, plane);
  const user = await plane.store.read(tenantId, (store) => new ProvisionedUsers(store).standing(subject));
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
