import type { AiClient } from '../client.js';

/** Amp. Its key contains a dot and is a single key. */
export const amp: AiClient = {
  id: 'amp',
  title: 'Amp',
  confidence: 'high',
  paths: {
    darwin: ['~/.config/amp/settings.json', '~/.config/amp/settings.jsonc'],
    linux: ['~/.config/amp/settings.json', '~/.config/amp/settings.jsonc'],
    win32: ['%APPDATA%/amp/settings.json'],
  },
  project: ['.amp/settings.json', '.amp/settings.jsonc'],
  servers: [{ at: ['amp.mcpServers'] }],
  settings: ['amp.permissions', 'amp.dangerouslyAllowAll', 'amp.url', 'amp.proxy'],
  instructions: [
    'AGENTS.md',
    'AGENT.md',
    '~/.config/amp/AGENTS.md',
    '.agents/skills/*/SKILL.md',
    '~/.config/agents/skills/*/SKILL.md',
    '.agents/checks/*.md',
  ],
};
