import type { AiClient } from '../client.js';

/** OpenCode. Its command is one array. */
export const opencode: AiClient = {
  id: 'opencode',
  title: 'OpenCode',
  confidence: 'high',
  paths: {
    darwin: [
      '~/.config/opencode/opencode.json',
      '~/.config/opencode/opencode.jsonc',
      '/Library/Application Support/opencode/opencode.json',
    ],
    linux: ['~/.config/opencode/opencode.json', '~/.config/opencode/opencode.jsonc', '/etc/opencode/opencode.json'],
    win32: ['~/.config/opencode/opencode.json', '~/.config/opencode/opencode.jsonc', 'C:/ProgramData/opencode/opencode.json'],
  },
  project: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'],
  servers: [{ at: ['mcp'] }],
  fields: { env: ['environment'], enabled: ['enabled'] },
  toggles: true,
  settings: ['permission', 'provider'],
  moved: { variable: 'OPENCODE_CONFIG_DIR', folder: '~/.config/opencode' },
  instructions: [
    'AGENTS.md',
    '~/.config/opencode/AGENTS.md',
    '.opencode/agents/*.md',
    '.opencode/agent/*.md',
    '.opencode/commands/*.md',
    '.opencode/command/*.md',
    '.opencode/plugins/*',
    '.opencode/plugin/*',
    '.opencode/skills/*/SKILL.md',
  ],
};
