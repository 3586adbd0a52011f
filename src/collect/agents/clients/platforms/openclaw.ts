import { type AiClient, everywhere } from '../client.js';

/** OpenClaw. Its file is JSON5. */
export const openclaw: AiClient = {
  id: 'openclaw',
  title: 'OpenClaw',
  confidence: 'medium',
  paths: everywhere('.openclaw/openclaw.json'),
  project: ['.openclaw/openclaw.json'],
  servers: [{ at: ['mcp', 'servers'] }, { at: ['mcpServers'] }],
  json5: true,
  settings: ['approvals', 'tools'],
  instructions: [
    '~/.openclaw/workspace/AGENTS.md',
    '~/.openclaw/workspace/SOUL.md',
    '~/.openclaw/skills/*/SKILL.md',
    '~/.clawdbot/skills/*/SKILL.md',
  ],
};
