import type { Route } from '../../api/route.js';
import type { TenantWork } from '../auth/tenant-work.js';
import { timeOf } from '../ground/ground.js';
import type { Call } from './call.js';

/** A call as its use case takes it, as of now: one that has waited for a lock asks again. */
export function workOf({
  plane,
  store,
  shared,
  principal,
  request,
}: Pick<Call<Route>, 'plane' | 'store' | 'shared' | 'principal' | 'request'>): TenantWork {
  return { store, shared, now: timeOf(plane), by: principal, request, ring: plane.ring };
}
