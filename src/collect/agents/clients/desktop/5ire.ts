import { type AiClient, applicationData } from '../client.js';

/** 5ire. An older list names each server by `key`. */
export const fiveIre: AiClient = {
  id: '5ire',
  title: '5ire',
  confidence: 'high',
  paths: applicationData('5ire/mcp.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }, { at: ['servers'] }],
  fields: { enabled: ['isActive'], name: ['key', 'name'] },
  instructions: [],
};
