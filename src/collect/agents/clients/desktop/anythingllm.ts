import { type AiClient, applicationData } from '../client.js';

/** AnythingLLM. */
export const anythingllm: AiClient = {
  id: 'anythingllm',
  title: 'AnythingLLM',
  confidence: 'medium',
  paths: applicationData('anythingllm-desktop/storage/plugins/anythingllm_mcp_servers.json'),
  project: ['server/storage/plugins/anythingllm_mcp_servers.json'],
  servers: [{ at: ['mcpServers'] }],
  instructions: [],
};
