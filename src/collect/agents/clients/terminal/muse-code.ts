import { type AiClient, everywhere } from '../client.js';

/** Muse Code. */
export const museCode: AiClient = {
  id: 'muse-code',
  title: 'Muse Code',
  confidence: 'medium',
  paths: everywhere('.config/muse/settings.json'),
  project: [],
  servers: [{ at: ['mcp_servers'] }],
  fields: { enabled: ['enabled'] },
  instructions: ['AGENTS.md', '.agents/skills/*/SKILL.md'],
};
