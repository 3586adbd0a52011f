import { type AiClient, everywhere } from '../client.js';

/** Google Antigravity; its second version moved the file, both are found. */
export const antigravity: AiClient = {
  id: 'antigravity',
  title: 'Google Antigravity',
  confidence: 'high',
  paths: everywhere('.gemini/antigravity/mcp_config.json', '.gemini/config/mcp_config.json'),
  project: ['.agents/mcp_config.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { url: ['serverUrl', 'url'], disabled: ['disabled'] },
  instructions: [
    'AGENTS.md',
    '~/.gemini/GEMINI.md',
    '.agents/skills/*/SKILL.md',
    '.agents/workflows/*.md',
    '.agents/agents/*.md',
    '~/.gemini/antigravity/global_workflows/*.md',
  ],
};
