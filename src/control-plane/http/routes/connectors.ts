import type { connectorRoutes } from '../../../api/connectors.js';
import { checkConnector, type HealthReport, UnparseableAnswer } from '../../connectors/connector.js';
import { REGISTRIES_SETTING, REGISTRY_CONNECTOR } from '../../connectors/registries.js';
import { connectors } from '../../connectors/registry.js';
import { checkRegistries } from '../../connectors/registry-health.js';
import { WAREHOUSE_CONNECTOR, warehouseHealth, warehousesOf } from '../../connectors/warehouse.js';
import { BadGateway, NotFound } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { ConnectorRepository } from '../../store/connector-states.js';
import type { Handlers } from '../call.js';
import type { ControlPlane } from '../plane.js';

export const connectorHandlers: Handlers<typeof connectorRoutes> = {
  listConnectors: async ({ store, plane }) => {
    const states = await new ConnectorRepository(store).all();
    const items = connectors.map(({ name, kind, title, settings, checkRequest }) => ({
      name,
      kind,
      title,
      source_kind: 'connector.cloud_read_only' as const,
      configured: checkRequest(plane.options) !== undefined,
      settings,
      health: states.get(name)?.health ?? null,
      checked_at: states.get(name)?.checked_at ?? null,
    }));
    const state = states.get(REGISTRY_CONNECTOR);
    const registry = {
      name: REGISTRY_CONNECTOR,
      kind: 'registry' as const,
      title: 'Registries of container images',
      source_kind: 'connector.registry' as const,
      configured: (plane.options.registries ?? []).length > 0,
      settings: [REGISTRIES_SETTING],
      health: state?.health ?? null,
      checked_at: state?.checked_at ?? null,
    };
    const warehouse = {
      name: WAREHOUSE_CONNECTOR,
      kind: 'warehouse' as const,
      title: 'Snowflake',
      source_kind: 'connector.warehouse' as const,
      configured: (await warehousesOf(store)).length > 0,
      settings: [],
      health: states.get(WAREHOUSE_CONNECTOR)?.health ?? null,
      checked_at: states.get(WAREHOUSE_CONNECTOR)?.checked_at ?? null,
    };
    return { body: { items: [...items, registry, warehouse], next_cursor: null } };
  },
  connectorHealth: {
    prepare: async ({ plane, params, principal }) => {
      const report = await healthOf(params.name, plane, principal.tenantId);
      const state = { name: params.name, ...report, checked_at: timeOf(plane) };
      await plane.store.write(principal.tenantId, (store) => new ConnectorRepository(store).put(state));
      return async () => ({ body: state });
    },
  },
};

/** A warehouse is read through cloud connections, whose verification says how they are: none that can be read is not configured. */
async function healthOf(name: string, plane: ControlPlane, tenantId: string): Promise<HealthReport> {
  if (name === REGISTRY_CONNECTOR) return checkRegistries(plane.options);
  if (name === WAREHOUSE_CONNECTOR) return plane.store.read(tenantId, (store) => warehouseHealth(store));
  const connector = connectors.find((one) => one.name === name);
  if (!connector) throw new NotFound('connector');
  return checkConnector(connector, plane.options).catch((error: unknown) => {
    throw error instanceof UnparseableAnswer ? new BadGateway(error.message) : error;
  });
}
