import type { AiClient } from '../client.js';

/** Sema4.ai Studio. */
export const sema4aiStudio: AiClient = {
  id: 'sema4ai-studio',
  title: 'Sema4.ai Studio',
  confidence: 'medium',
  paths: {
    darwin: ['~/.sema4ai/sema4ai-studio/mcp_servers.json'],
    linux: ['~/.sema4ai/sema4ai-studio/mcp_servers.json'],
    win32: ['%LOCALAPPDATA%/sema4ai/sema4ai-studio/mcp_servers.json'],
  },
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: [],
};
