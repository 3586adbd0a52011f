import { type AiClient, everywhere } from '../client.js';

/** Forks of Aider; its releases have no MCP client. */
export const aider: AiClient = {
  id: 'aider',
  title: 'Aider (community MCP forks)',
  confidence: 'low',
  paths: everywhere('.aider/mcp.yml', '.aider/mcp.json'),
  project: ['.aider.mcp.yml'],
  servers: [{ at: ['servers'] }, { at: ['mcpServers'] }],
  instructions: ['CONVENTIONS.md', '.aider.conf.yml'],
};
