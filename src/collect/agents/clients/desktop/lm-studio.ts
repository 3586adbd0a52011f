import { type AiClient, everywhere } from '../client.js';

/** LM Studio. */
export const lmStudio: AiClient = {
  id: 'lm-studio',
  title: 'LM Studio',
  confidence: 'high',
  paths: everywhere('.lmstudio/mcp.json', '.cache/lm-studio/mcp.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: [],
};
