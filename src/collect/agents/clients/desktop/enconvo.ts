import type { AiClient } from '../client.js';

/** Enconvo. */
export const enconvo: AiClient = {
  id: 'enconvo',
  title: 'Enconvo',
  confidence: 'medium',
  paths: { darwin: ['~/.config/enconvo/mcp_config.json'], linux: [], win32: [] },
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: [],
};
