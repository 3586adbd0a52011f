import { type AiClient, everywhere } from '../client.js';

/** Tabnine. */
export const tabnine: AiClient = {
  id: 'tabnine',
  title: 'Tabnine',
  confidence: 'medium',
  paths: everywhere('.tabnine/mcp_servers.json'),
  project: ['.tabnine/mcp_servers.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { headers: ['requestInit.headers', 'headers'] },
  instructions: ['.tabnine/guidelines/*.md'],
};
