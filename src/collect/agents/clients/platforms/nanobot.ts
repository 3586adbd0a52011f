import { type AiClient, everywhere } from '../client.js';

/** nanobot: the server map is below `tools`. */
export const nanobot: AiClient = {
  id: 'nanobot',
  title: 'nanobot',
  confidence: 'medium',
  paths: everywhere('.nanobot/config.json'),
  project: ['.nanobot/config.json'],
  servers: [{ at: ['tools', 'mcpServers'] }],
  instructions: [],
};
