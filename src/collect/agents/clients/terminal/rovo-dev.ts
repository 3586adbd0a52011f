import { type AiClient, everywhere } from '../client.js';

/** Rovo Dev CLI. `config.yml` beside the file disables servers. */
export const rovoDev: AiClient = {
  id: 'rovo-dev',
  title: 'Rovo Dev CLI',
  confidence: 'high',
  paths: everywhere('.rovodev/mcp.json'),
  project: ['.rovodev/mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  switches: [{ at: 'mcp.disabledMcpServers', file: 'config.yml' }],
  settings: ['toolPermissions'],
  companions: { paths: everywhere('.rovodev/config.yml'), project: ['.rovodev/config.yml'] },
  instructions: ['AGENTS.md', '.agent.md', '.rovodev/subagents/*', '.rovodev/skills/*/SKILL.md', '.rovodev/prompts/*'],
};
