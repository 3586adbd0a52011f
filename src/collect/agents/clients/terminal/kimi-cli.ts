import { type AiClient, everywhere } from '../client.js';

/** Kimi CLI and Kimi Code. */
export const kimiCli: AiClient = {
  id: 'kimi-cli',
  title: 'Kimi CLI / Kimi Code',
  confidence: 'high',
  paths: everywhere('.kimi/mcp.json', '.kimi-code/mcp.json'),
  project: ['.kimi-code/mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { enabled: ['enabled'] },
  instructions: ['AGENTS.md', '.kimi/skills/*/SKILL.md', '.kimi-code/skills/*/SKILL.md', '.kimi-code/agents/*'],
};
