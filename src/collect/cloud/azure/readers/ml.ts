import type { JsonObject } from '../../../../support/json.js';
import { tableReader } from '../reader.js';
import { partOf, reachable, refOf, resource, textOf } from '../resource.js';

const TYPE = 'Microsoft.MachineLearningServices/workspaces';

/** Workspaces of Azure Machine Learning, and the endpoints that answer with their models. */
export const machineLearning = tableReader(
  { id: 'machine-learning', type: TYPE, actions: [`${TYPE}/onlineEndpoints/read`] },
  async (row, arm) => {
    const endpoints: JsonObject[] = [];
    const list = arm.list(`${textOf(row, 'id')}/onlineEndpoints`, '2024-10-01', `Azure: ${TYPE}/onlineEndpoints`);
    for await (const page of list) endpoints.push(...page);
    const properties = partOf(row, 'properties');
    const storage = textOf(properties, 'storageAccount');
    return [
      resource(row, {
        kind: 'service',
        public: reachable(properties),
        authenticated: 'yes',
        uses: [...(storage === '' ? [] : [refOf(storage)]), ...endpoints.map((one) => refOf(textOf(one, 'id')))].sort(),
      }),
      ...endpoints.map((endpoint) => {
        const { authMode, publicNetworkAccess } = partOf(endpoint, 'properties');
        return resource(endpoint, {
          kind: 'service',
          public: publicNetworkAccess === 'Disabled' ? 'no' : 'yes',
          authenticated: 'yes',
          facts: { static_credentials: authMode === 'Key' },
        });
      }),
    ];
  },
);
