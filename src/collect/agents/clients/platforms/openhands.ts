import { type AiClient, everywhere } from '../client.js';

/** OpenHands: one list for each transport, in which a remote server may be just its address. */
export const openhands: AiClient = {
  id: 'openhands',
  title: 'OpenHands',
  confidence: 'medium',
  paths: everywhere('.openhands/config.toml', '.openhands/mcp.json'),
  project: ['config.toml'],
  servers: [
    { at: ['mcp', 'stdio_servers'] },
    { at: ['mcp', 'sse_servers'], transport: 'sse' },
    { at: ['mcp', 'shttp_servers'], transport: 'http' },
    { at: ['mcpServers'] },
  ],
  fields: { apiKey: ['api_key'] },
  listed: 'with-servers',
  settings: ['security', 'llm.base_url'],
  instructions: ['.openhands/microagents/*.md', 'AGENTS.md', '.openhands/skills/*'],
};
