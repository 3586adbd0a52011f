import { type AiClient, everywhere } from '../client.js';

/** Letta. */
export const letta: AiClient = {
  id: 'letta',
  title: 'Letta',
  confidence: 'medium',
  paths: everywhere('.letta/mcp_config.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: [],
};
