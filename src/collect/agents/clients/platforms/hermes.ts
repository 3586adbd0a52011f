import type { AiClient } from '../client.js';

/** Hermes Agent. */
export const hermes: AiClient = {
  id: 'hermes',
  title: 'Hermes Agent',
  confidence: 'high',
  paths: { darwin: ['~/.hermes/config.yaml'], linux: ['~/.hermes/config.yaml'], win32: ['%LOCALAPPDATA%/hermes/config.yaml'] },
  project: [],
  servers: [{ at: ['mcp_servers'] }],
  fields: { enabled: ['enabled'], trust: ['trust'] },
  settings: ['approvals', 'model.base_url'],
  instructions: ['.hermes.md', 'AGENTS.md', '~/.hermes/skills/*/SKILL.md'],
};
