import type { OutsideOptions } from '../outbound/outbound.js';
import type { TenantStore } from '../store/layer/store.js';
import type { SourceRow } from '../store/sources.js';
import { registryTargets } from './registries.js';
import { warehouseFor } from './warehouse.js';

/** Throws Conflict with the reason for a source whose connector is not there: no registry is configured, no warehouse is connected. */
export async function requireInstalled(
  store: TenantStore,
  { kind, scope }: Pick<SourceRow, 'kind' | 'scope'>,
  server: OutsideOptions,
): Promise<void> {
  if (kind === 'connector.registry') registryTargets(typeof scope.repository === 'string' ? { repository: scope.repository } : {}, server);
  if (kind === 'connector.warehouse') await warehouseFor(store, scope);
}
