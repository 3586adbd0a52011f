import { type AiClient, everywhere, nowhere } from '../client.js';

/** Grok Build. */
export const grokCli: AiClient = {
  id: 'grok-cli',
  title: 'Grok Build',
  confidence: 'medium',
  paths: everywhere('.grok/config.toml'),
  project: ['.grok/config.toml'],
  servers: [{ at: ['mcp_servers'] }],
  fields: { enabled: ['enabled'] },
  commands: { hooks: ['hooks'] },
  companions: { paths: nowhere, project: ['.grok/hooks/*.json'] },
  instructions: ['AGENTS.md', '.grok/skills/*/SKILL.md', '.grok/hooks/*.json', '.grok/agents/*', '.grok/rules/*'],
};
