import { tableReader } from '../reader.js';
import { partOf, reachable, resource, textOf } from '../resource.js';

/** Gateways before other services. Which call needs a subscription key is decided by each of their APIs. */
export const apiManagement = tableReader({ id: 'api-management', type: 'Microsoft.ApiManagement/service' }, (row) => {
  const properties = partOf(row, 'properties');
  const isInside = textOf(properties, 'virtualNetworkType') === 'Internal';
  return [resource(row, { kind: 'entrance', public: isInside ? 'no' : reachable(properties) })];
});
