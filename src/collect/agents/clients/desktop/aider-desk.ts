import { type AiClient, applicationData } from '../client.js';

/** AiderDesk, with servers of its own in each agent profile. */
export const aiderDesk: AiClient = {
  id: 'aider-desk',
  title: 'AiderDesk',
  confidence: 'medium',
  paths: applicationData('aider-desk/settings.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }, { at: ['agentProfiles', '*', 'mcpServers'] }],
  instructions: [],
};
