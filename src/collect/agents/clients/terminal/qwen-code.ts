import { type AiClient, everywhere } from '../client.js';

/** Qwen Code, which reads addresses as Gemini CLI does. */
export const qwenCode: AiClient = {
  id: 'qwen-code',
  title: 'Qwen Code',
  confidence: 'high',
  paths: everywhere('.qwen/settings.json'),
  project: ['.qwen/settings.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { url: ['httpUrl', 'url'], trust: ['trust'] },
  sseFields: ['url'],
  switches: [{ at: 'mcp.excluded' }, { at: 'mcp.allowed', allows: true }],
  settings: ['mcp', 'tools', 'permissions', 'security'],
  commands: { hooks: ['hooks'] },
  instructions: ['QWEN.md', 'QWEN.local.md', '~/.qwen/QWEN.md', '.qwen/agents/*.md', '.qwen/commands/*', '.qwen/skills/*/SKILL.md'],
};
