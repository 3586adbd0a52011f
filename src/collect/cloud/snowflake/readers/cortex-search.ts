import { fullName, ownerOf, shownWithin, snowflakeResource } from '../names.js';
import type { SnowflakeReader } from '../reader.js';

/** Search services: the knowledge that agents are given. */
export const cortexSearch: SnowflakeReader = {
  id: 'cortex-search',
  grants: ['MONITOR ON ALL CORTEX SEARCH SERVICES'],
  async *read({ statements, account, database }) {
    for await (const rows of statements.pages(`SHOW CORTEX SEARCH SERVICES ${shownWithin(database)}`))
      yield rows.map((row) =>
        snowflakeResource(account, 'cortex_search_service', fullName(row), {
          kind: 'data',
          runs_as: ownerOf(account, row),
          facts: { holds_knowledge: true },
        }),
      );
  },
};
