import { type AiClient, everywhere } from '../client.js';

/** Snowflake Cortex Code. */
export const snowflakeCortex: AiClient = {
  id: 'snowflake-cortex',
  title: 'Snowflake Cortex Code',
  confidence: 'medium',
  paths: everywhere('.snowflake/cortex/mcp.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  settings: ['permissions', 'allow', 'deny'],
  commands: { hooks: ['hooks'] },
  companions: { paths: everywhere('.snowflake/cortex/permissions.json', '.snowflake/cortex/hooks.json'), project: [] },
  instructions: [],
};
