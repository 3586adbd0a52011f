import { type AiClient, everywhere } from '../client.js';

/** Kiro. `autoApprove` may hold `*`. */
export const kiro: AiClient = {
  id: 'kiro',
  title: 'Kiro',
  confidence: 'high',
  paths: everywhere('.kiro/settings/mcp.json'),
  project: ['.kiro/settings/mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { disabled: ['disabled'], autoApprove: ['autoApprove'] },
  commands: { hooks: ['hooks'] },
  instructions: [
    '.kiro/steering/*.md',
    '~/.kiro/steering/*.md',
    '.kiro/hooks/*',
    '.kiro/agents/*.json',
    '.kiro/prompts/*.md',
    '.kiro/skills/*/SKILL.md',
    'AGENTS.md',
  ],
};
