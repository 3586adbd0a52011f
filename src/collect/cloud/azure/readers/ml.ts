import type { JsonObject } from '../../../../support/json.js';
import { objectIn, textIn } from '../../../../support/json-parts.js';
import { tableReader } from '../reader.js';
import { azureRef, azureResource, reachable } from '../resource.js';

const TYPE = 'Microsoft.MachineLearningServices/workspaces';

/** Workspaces of Azure Machine Learning, and the endpoints that answer with their models. */
export const machineLearning = tableReader(
  { id: 'machine-learning', type: TYPE, actions: [`${TYPE}/onlineEndpoints/read`] },
  async (row, arm) => {
    const endpoints: JsonObject[] = [];
    const list = arm.list(`${textIn(row, 'id')}/onlineEndpoints`, '2024-10-01', `Azure: ${TYPE}/onlineEndpoints`);
    for await (const page of list) endpoints.push(...page);
    const properties = objectIn(row, 'properties');
    const storage = textIn(properties, 'storageAccount');
    return [
      azureResource(row, {
        kind: 'service',
        public: reachable(properties),
        authenticated: 'yes',
        uses: [...(storage === '' ? [] : [azureRef(storage)]), ...endpoints.map((one) => azureRef(textIn(one, 'id')))].sort(),
      }),
      ...endpoints.map((endpoint) => {
        const { authMode, publicNetworkAccess } = objectIn(endpoint, 'properties');
        return azureResource(endpoint, {
          kind: 'service',
          public: publicNetworkAccess === 'Disabled' ? 'no' : 'yes',
          authenticated: 'yes',
          facts: { static_credentials: authMode === 'Key' },
        });
      }),
    ];
  },
);
