import type { CloudResource } from '../../../model/cloud.js';
import type { JsonObject } from '../../../support/json.js';
import type { Arm } from './arm.js';

/** One kind of thing of a subscription. */
export interface AzureReader {
  id: string;
  /** Actions that its requests need; those of `data` belong to a data plane. */
  actions: readonly string[];
  data?: readonly string[];
  read(arm: Arm): AsyncIterable<CloudResource[]>;
}

/** A reader of one type of resource by the Resource Graph: one row, one or several resources. */
export function tableReader(
  facts: { id: string; type: string; actions?: readonly string[]; data?: readonly string[] },
  resourcesOf: (row: JsonObject, arm: Arm) => CloudResource[] | Promise<CloudResource[]>,
): AzureReader {
  const { id, type, actions = [], data } = facts;
  return {
    id,
    actions: [`${type}/read`, ...actions],
    ...(data && { data }),
    async *read(arm) {
      const query = `resources | where type =~ '${type}' | project id, name, type, location, kind, identity, sku, properties | order by id asc`;
      for await (const rows of arm.query(query, `Azure: ${type}`)) {
        for (const row of rows) yield await resourcesOf(row, arm);
      }
    },
  };
}
