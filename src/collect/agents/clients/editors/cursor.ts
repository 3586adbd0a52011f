import { type AiClient, everywhere } from '../client.js';

/** Cursor. The file in the user-data folder is not documented but exists on disks. */
export const cursor: AiClient = {
  id: 'cursor',
  title: 'Cursor',
  confidence: 'high',
  paths: {
    darwin: ['~/.cursor/mcp.json', '~/Library/Application Support/Cursor/User/mcp.json'],
    linux: ['~/.cursor/mcp.json', '~/.config/Cursor/User/mcp.json'],
    win32: ['~/.cursor/mcp.json', '%APPDATA%/Cursor/User/mcp.json'],
  },
  project: ['.cursor/mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { envFile: ['envFile'] },
  settings: ['permissions', 'openAIBaseURL', 'approvalMode'],
  commands: { hooks: ['hooks'] },
  companions: { paths: everywhere('.cursor/hooks.json', '.cursor/cli-config.json'), project: ['.cursor/hooks.json', '.cursor/cli.json'] },
  instructions: [
    '.cursor/rules/**/*.mdc',
    '.cursor/rules/**/*.md',
    '.cursorrules',
    'AGENTS.md',
    '.cursor/commands/*.md',
    '~/.cursor/commands/*.md',
    '.cursor/skills/*/SKILL.md',
    '~/.cursor/skills/*/SKILL.md',
    '.cursor/agents/*.md',
    '.cursor/hooks.json',
    '~/.cursor/hooks.json',
    '.cursor/BUGBOT.md',
  ],
};
