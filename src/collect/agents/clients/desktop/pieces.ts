import { type AiClient, everywhere } from '../client.js';

/** Pieces for Developers. */
export const pieces: AiClient = {
  id: 'pieces',
  title: 'Pieces for Developers',
  confidence: 'low',
  paths: everywhere('.pieces/mcp.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: [],
};
