import { type AiClient, everywhere } from '../client.js';

/** mcp-agent. A secrets file adds to the servers of the configuration beside it. */
export const mcpAgent: AiClient = {
  id: 'mcp-agent',
  title: 'mcp-agent',
  confidence: 'high',
  paths: everywhere('.mcp-agent/mcp_agent.config.yaml'),
  project: ['mcp_agent.config.yaml', 'mcp-agent.config.yaml'],
  servers: [{ at: ['mcp', 'servers'] }],
  overlays: [{ file: 'mcp_agent.config.yaml', overlay: 'mcp_agent.secrets.yaml' }],
  instructions: [],
};
