import { type AiClient, everywhere } from '../client.js';

/** JetBrains Junie. */
export const junie: AiClient = {
  id: 'junie',
  title: 'JetBrains Junie',
  confidence: 'high',
  paths: everywhere('.junie/mcp/mcp.json'),
  project: ['.junie/mcp/mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { disabled: ['disabled'], enabled: ['enabled'] },
  settings: ['rules', 'defaultBehavior', 'allowReadonlyCommands'],
  companions: { paths: everywhere('.junie/allowlist.json'), project: ['.junie/allowlist.json'] },
  instructions: [
    '.junie/guidelines.md',
    '.junie/AGENTS.md',
    'AGENTS.md',
    '.junie/commands/*.md',
    '.junie/skills/*/SKILL.md',
    '.junie/agents/*.md',
  ],
};
