import type { AiClient } from '../client.js';

/** BoltAI. */
export const boltai: AiClient = {
  id: 'boltai',
  title: 'BoltAI',
  confidence: 'low',
  paths: { darwin: ['~/.boltai/mcp.json'], linux: [], win32: [] },
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: [],
};
