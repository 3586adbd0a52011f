import { type AiClient, everywhere } from '../client.js';

/** Factory Droid. */
export const factoryDroid: AiClient = {
  id: 'factory-droid',
  title: 'Factory Droid',
  confidence: 'high',
  paths: everywhere('.factory/mcp.json'),
  project: ['.factory/mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { disabled: ['disabled'] },
  settings: ['commandAllowlist', 'commandDenylist', 'autonomyLevel'],
  commands: { hooks: ['hooks'] },
  companions: { paths: everywhere('.factory/settings.json'), project: ['.factory/settings.json'] },
  instructions: ['AGENTS.md', '.factory/droids/*.md', '.factory/commands/*.md', '.factory/skills/*/SKILL.md', '.factory/settings.json'],
};
