import { type AiClient, nowhere } from '../client.js';

/** LibreChat. */
export const librechat: AiClient = {
  id: 'librechat',
  title: 'LibreChat',
  confidence: 'high',
  paths: nowhere,
  project: ['librechat.yaml'],
  servers: [{ at: ['mcpServers'] }],
  settings: ['mcpSettings'],
  instructions: [],
};
