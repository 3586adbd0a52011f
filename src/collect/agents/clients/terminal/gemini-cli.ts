import type { AiClient } from '../client.js';

/** Gemini CLI: `httpUrl` is streamable HTTP, `url` server-sent events. */
export const geminiCli: AiClient = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  confidence: 'high',
  paths: {
    darwin: ['~/.gemini/settings.json', '/Library/Application Support/GeminiCli/settings.json'],
    linux: ['~/.gemini/settings.json', '/etc/gemini-cli/settings.json'],
    win32: ['~/.gemini/settings.json', 'C:/ProgramData/gemini-cli/settings.json'],
  },
  project: ['.gemini/settings.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { url: ['httpUrl', 'url'], trust: ['trust'] },
  sseFields: ['url'],
  switches: [{ at: 'mcp.excluded' }, { at: 'mcp.allowed', allows: true }],
  settings: ['mcp', 'tools', 'general.defaultApprovalMode', 'security'],
  commands: { hooks: ['hooks'], helpers: ['mcp.serverCommand'] },
  instructions: [
    'GEMINI.md',
    '~/.gemini/GEMINI.md',
    'AGENTS.md',
    '~/.gemini/commands/**/*.toml',
    '.gemini/commands/**/*.toml',
    '.gemini/skills/*/SKILL.md',
    '~/.gemini/skills/*/SKILL.md',
    '.gemini/agents/*.md',
  ],
};
