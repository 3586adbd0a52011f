import { type AiClient, applicationData } from '../client.js';

/** Claude Desktop. This file only holds stdio servers; for Linux there are only community builds. */
export const claudeDesktop: AiClient = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  confidence: 'high',
  paths: applicationData('Claude/claude_desktop_config.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: [],
};
