import { type AiClient, everywhere } from '../client.js';

/** Mistral Vibe: an array of tables. */
export const mistralVibe: AiClient = {
  id: 'mistral-vibe',
  title: 'Mistral Vibe',
  confidence: 'high',
  paths: everywhere('.vibe/config.toml'),
  project: ['.vibe/config.toml'],
  servers: [{ at: ['mcp_servers'] }],
  fields: { disabled: ['disabled'] },
  instructions: ['AGENTS.md', '~/.vibe/AGENTS.md', '.vibe/skills/*/SKILL.md', '.vibe/agents/*'],
};
