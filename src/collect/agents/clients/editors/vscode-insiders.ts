import { type AiClient, applicationData } from '../client.js';

/** The daily build of Visual Studio Code. */
export const vscodeInsiders: AiClient = {
  id: 'vscode-insiders',
  title: 'Visual Studio Code Insiders',
  confidence: 'high',
  paths: applicationData('Code - Insiders/User/mcp.json', 'Code - Insiders/User/profiles/*/mcp.json'),
  project: [],
  servers: [{ at: ['servers'] }, { at: ['mcpServers'] }],
  fields: { envFile: ['envFile'] },
  instructions: [],
};
