import type { AiClient } from '../client.js';

/** Goose. Builtin and platform entries are parts of the program, not servers. */
export const goose: AiClient = {
  id: 'goose',
  title: 'Goose',
  confidence: 'high',
  paths: {
    darwin: ['~/.config/goose/config.yaml'],
    linux: ['~/.config/goose/config.yaml'],
    win32: ['%APPDATA%/Block/goose/config/config.yaml'],
  },
  project: ['.agents/plugins/*/.mcp.json'],
  servers: [{ at: ['extensions'] }, { at: ['mcpServers'] }],
  fields: { command: ['cmd', 'command'], env: ['envs', 'env'], url: ['uri', 'url'], enabled: ['enabled'], envNames: ['env_keys'] },
  ignoredTypes: ['builtin', 'platform', 'frontend', 'inlinepython'],
  settings: ['GOOSE_MODE', 'OPENAI_HOST', 'OPENAI_BASE_URL', 'ANTHROPIC_HOST'],
  instructions: [
    '.goosehints',
    '~/.config/goose/.goosehints',
    'AGENTS.md',
    '.goose/recipes/*.yaml',
    '~/.config/goose/recipes/*.yaml',
    '.goose/skills/*/SKILL.md',
  ],
};
