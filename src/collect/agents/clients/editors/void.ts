import { type AiClient, everywhere } from '../client.js';

/** Void; sources differ on the folder. */
export const voidEditor: AiClient = {
  id: 'void',
  title: 'Void',
  confidence: 'low',
  paths: everywhere('.void-editor/mcp.json', '.void/mcp.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: ['.voidrules'],
};
