import { type AiClient, nowhere } from '../client.js';

/** A project file that no client claims by its name. */
export const genericMcpJson: AiClient = {
  id: 'generic-mcp-json',
  title: 'Unnamed project file',
  confidence: 'medium',
  paths: nowhere,
  project: ['mcp.json', 'mcp_config.json', '.mcp/config.json'],
  servers: [{ at: ['mcpServers'] }, { at: ['servers'] }],
  listed: 'with-servers',
  instructions: [],
};
