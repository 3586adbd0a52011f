import { type AiClient, everywhere } from '../client.js';

/** Kilo Code. Its command is one array; the older project file has the shape of Roo Code. */
export const kiloCode: AiClient = {
  id: 'kilo-code',
  title: 'Kilo Code',
  confidence: 'high',
  paths: everywhere('.config/kilo/kilo.jsonc', '.config/kilo/kilo.json'),
  project: ['kilo.jsonc', 'kilo.json', '.kilo/kilo.jsonc', '.kilo/kilo.json', '.kilocode/mcp.json'],
  servers: [{ at: ['mcp'] }, { at: ['mcpServers'] }],
  fields: { env: ['environment', 'env'], enabled: ['enabled'], autoApprove: ['alwaysAllow'], disabled: ['disabled'] },
  toggles: true,
  settings: ['permission', 'provider'],
  instructions: [
    'AGENTS.md',
    '.kilo/rules/**/*.md',
    '.kilo/commands/*.md',
    '.kilo/agents/*.md',
    '.kilo/skills/*/SKILL.md',
    '.kilocode/rules/*.md',
  ],
};
