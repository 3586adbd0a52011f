import type { Route } from '../../api/route.js';
import type { TenantWork } from '../auth/tenant-work.js';
import { timeOf } from '../ground/ground.js';
import type { Call } from './call.js';

/** The call in the form that use cases take, with the current time. After waiting for a lock, call it again. */
export function workOf({
  plane,
  store,
  shared,
  principal,
  request,
}: Pick<Call<Route>, 'plane' | 'store' | 'shared' | 'principal' | 'request'>): TenantWork {
  return { store, shared, now: timeOf(plane), by: principal, request, ring: plane.ring };
}
