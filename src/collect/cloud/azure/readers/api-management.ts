import { objectIn, textIn } from '../../../../support/json-parts.js';
import { tableReader } from '../reader.js';
import { azureResource, reachable } from '../resource.js';

/** Gateways before other services. Which call needs a subscription key is decided by each of their APIs. */
export const apiManagement = tableReader({ id: 'api-management', type: 'Microsoft.ApiManagement/service' }, (row) => {
  const properties = objectIn(row, 'properties');
  const isInside = textIn(properties, 'virtualNetworkType') === 'Internal';
  return [azureResource(row, { kind: 'entrance', public: isInside ? 'no' : reachable(properties) })];
});
