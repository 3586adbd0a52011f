import { type AiClient, applicationData } from '../client.js';

/** Sourcegraph Cody. */
export const sourcegraphCody: AiClient = {
  id: 'sourcegraph-cody',
  title: 'Sourcegraph Cody',
  confidence: 'low',
  paths: applicationData('*/User/globalStorage/sourcegraph.cody-ai/mcp.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: [],
};
