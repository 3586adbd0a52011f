import { type AiClient, everywhere } from '../client.js';

/** Augment Code (Auggie). */
export const augment: AiClient = {
  id: 'augment',
  title: 'Augment Code (Auggie)',
  confidence: 'medium',
  paths: everywhere('.augment/settings.json'),
  project: ['.augment/settings.json', '.augment/settings.local.json'],
  servers: [{ at: ['mcpServers'] }],
  settings: ['toolPermissions'],
  commands: { hooks: ['hooks'] },
  instructions: [
    '.augment/rules/**/*.md',
    '.augment-guidelines',
    '~/.augment/rules/**/*.md',
    '.augment/commands/*.md',
    '.augment/skills/*/SKILL.md',
    '.augment/agents/*.md',
  ],
};
