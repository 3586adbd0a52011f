import type { Principal } from '../auth/principal.js';
import type { PageRequest } from '../store/layer/paging.js';
import type { ControlPlane } from './plane.js';

const DEFAULT_LIMIT = 50;

interface ListCall {
  plane: ControlPlane;
  principal: Principal;
  query: { limit?: number | undefined; cursor?: string | undefined };
}

/** The requested page of a list. `list` names the route; its filters are bound into the cursor. */
export function pageRequest({ plane, principal, query }: ListCall, list: string): PageRequest {
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenant: principal.tenantId, list, filters };
  return { scope, limit, codec: plane.cursors, ...(cursor !== undefined && { after: plane.cursors.read(scope, cursor) }) };
}
