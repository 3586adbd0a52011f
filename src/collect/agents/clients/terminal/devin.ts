import { type AiClient, nowhere } from '../client.js';

/** Devin Local. */
export const devin: AiClient = {
  id: 'devin',
  title: 'Devin Local',
  confidence: 'medium',
  paths: {
    darwin: ['~/.config/devin/mcp_config.json', '~/.config/devin/config.json'],
    linux: ['~/.config/devin/mcp_config.json', '~/.config/devin/config.json'],
    win32: ['%APPDATA%/devin/mcp_config.json'],
  },
  project: ['.devin/mcp_config.json', '.devin/mcp_config.local.json', '.devin/config.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { url: ['serverUrl', 'url'] },
  settings: ['permissions'],
  commands: { hooks: ['hooks'] },
  companions: { paths: nowhere, project: ['.devin/hooks.v1.json'] },
  instructions: ['AGENTS.md', '.devin/skills/*/SKILL.md', '.devin/agents/*', '.devin/hooks.v1.json'],
};
