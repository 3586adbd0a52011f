import { type AiClient, everywhere } from '../client.js';

/** Claude Code: the user file with its tables of projects, and `.mcp.json` at a project root. */
export const claudeCode: AiClient = {
  id: 'claude-code',
  title: 'Claude Code',
  confidence: 'high',
  paths: everywhere('.claude.json'),
  project: ['.mcp.json'],
  servers: [{ at: ['mcpServers'] }, { at: ['projects', '*', 'mcpServers'] }],
  projectTables: 'projects',
  switches: [{ at: 'projects.*.disabledMcpServers' }, { at: 'projects.*.disabledMcpjsonServers' }],
  commands: { helpers: ['mcpServers.*.headersHelper'] },
  instructions: [
    '~/.claude/CLAUDE.md',
    'CLAUDE.md',
    'CLAUDE.local.md',
    '.claude/CLAUDE.md',
    '.claude/rules/**/*.md',
    '~/.claude/rules/**/*.md',
    '.claude/skills/*/SKILL.md',
    '~/.claude/skills/*/SKILL.md',
    '.claude/agents/**/*.md',
    '~/.claude/agents/**/*.md',
    '.claude/commands/**/*.md',
    '~/.claude/commands/**/*.md',
    '.claude/output-styles/*.md',
  ],
};
