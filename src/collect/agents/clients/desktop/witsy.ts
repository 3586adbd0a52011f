import { type AiClient, applicationData } from '../client.js';

/** Witsy. */
export const witsy: AiClient = {
  id: 'witsy',
  title: 'Witsy',
  confidence: 'medium',
  paths: applicationData('Witsy/settings.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }, { at: ['mcp', 'servers'] }],
  fields: { disabled: ['disabled'] },
  instructions: [],
};
