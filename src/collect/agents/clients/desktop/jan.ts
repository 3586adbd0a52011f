import { type AiClient, applicationData } from '../client.js';

/** Jan. */
export const jan: AiClient = {
  id: 'jan',
  title: 'Jan',
  confidence: 'low',
  paths: applicationData('Jan/data/mcp_config.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  fields: { enabled: ['active'] },
  instructions: [],
};
