import { type AiClient, everywhere } from '../client.js';

/** MCPorter. */
export const mcporter: AiClient = {
  id: 'mcporter',
  title: 'MCPorter',
  confidence: 'high',
  paths: everywhere('.mcporter/mcporter.json', '.mcporter/mcporter.jsonc'),
  project: ['config/mcporter.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { url: ['baseUrl', 'url', 'serverUrl'], bearerFromEnv: ['bearerTokenEnv'] },
  instructions: [],
};
