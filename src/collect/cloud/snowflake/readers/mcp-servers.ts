import { fullName, ownerOf, snowflakeResource } from '../names.js';
import type { SnowflakeReader } from '../reader.js';

/** MCP servers that Snowflake itself runs. Each caller signs in; a network policy may keep callers of the internet out. */
export const mcpServers: SnowflakeReader = {
  id: 'mcp-servers',
  grants: ['USAGE ON ALL MCP SERVERS'],
  async *read({ statements, account }) {
    for await (const rows of statements.pages('SHOW MCP SERVERS IN ACCOUNT'))
      yield rows.map((row) =>
        snowflakeResource(account, 'mcp_server', fullName(row), { kind: 'service', runs_as: ownerOf(account, row), facts: { mcp: true } }),
      );
  },
};
