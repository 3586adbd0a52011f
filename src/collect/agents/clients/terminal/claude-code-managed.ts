import type { AiClient } from '../client.js';

/** Settings that an administrator manages for Claude Code, outside any home folder. */
export const claudeCodeManaged: AiClient = {
  id: 'claude-code-managed',
  title: 'Claude Code managed servers and settings',
  confidence: 'medium',
  paths: {
    darwin: ['/Library/Application Support/ClaudeCode/managed-mcp.json', '/Library/Application Support/ClaudeCode/managed-settings.json'],
    linux: ['/etc/claude-code/managed-mcp.json', '/etc/claude-code/managed-settings.json'],
    win32: [
      'C:/Program Files/ClaudeCode/managed-mcp.json',
      'C:/ProgramData/ClaudeCode/managed-mcp.json',
      'C:/Program Files/ClaudeCode/managed-settings.json',
    ],
  },
  project: [],
  servers: [{ at: ['mcpServers'] }],
  scope: 'managed',
  settings: ['permissions', 'env', 'sandbox', 'disableAllHooks', 'enableAllProjectMcpServers'],
  commands: { hooks: ['hooks'], helpers: ['apiKeyHelper'] },
  instructions: [],
};
