import { type AiClient, nowhere } from '../client.js';

/** Cherry Studio keeps servers in a database of its own; only an exported file could be read. */
export const cherryStudio: AiClient = {
  id: 'cherry-studio',
  title: 'Cherry Studio',
  confidence: 'low',
  paths: nowhere,
  project: [],
  servers: [{ at: ['mcpServers'] }],
  fields: { url: ['baseUrl', 'url'], enabled: ['isActive'] },
  instructions: [],
};
