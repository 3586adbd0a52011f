import { type AiClient, everywhere } from '../client.js';

/** The Windsurf plugin for JetBrains IDEs. */
export const windsurfJetbrains: AiClient = {
  id: 'windsurf-jetbrains',
  title: 'Windsurf plugin for JetBrains',
  confidence: 'medium',
  paths: everywhere('.codeium/mcp_config.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  fields: { url: ['serverUrl', 'url'], disabled: ['disabled'] },
  instructions: [],
};
