import { type AiClient, applicationData } from '../client.js';

/** Claude Desktop. Only stdio servers stand in this file; Linux has community builds alone. */
export const claudeDesktop: AiClient = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  confidence: 'high',
  paths: applicationData('Claude/claude_desktop_config.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: [],
};
