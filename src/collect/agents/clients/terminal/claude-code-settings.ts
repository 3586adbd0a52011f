import { type AiClient, everywhere } from '../client.js';

/** Claude Code's settings: permissions, hooks and helpers; some tools put servers there too. */
export const claudeCodeSettings: AiClient = {
  id: 'claude-code-settings',
  title: 'Claude Code settings, permissions and hooks',
  confidence: 'high',
  paths: everywhere('.claude/settings.json', '.claude/settings.local.json'),
  project: ['.claude/settings.json', '.claude/settings.local.json'],
  servers: [{ at: ['mcpServers'] }],
  switches: [{ at: 'disabledMcpjsonServers', of: 'claude-code' }],
  settings: [
    'permissions',
    'env',
    'enableAllProjectMcpServers',
    'enabledMcpjsonServers',
    'disabledMcpjsonServers',
    'enabledPlugins',
    'extraKnownMarketplaces',
    'sandbox',
    'disableAllHooks',
  ],
  commands: {
    hooks: ['hooks'],
    helpers: ['apiKeyHelper', 'awsAuthRefresh', 'awsCredentialExport', 'otelHeadersHelper'],
    statusLine: ['statusLine'],
  },
  instructions: [],
};
