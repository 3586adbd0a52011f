import { type AiClient, nowhere } from '../client.js';

/** Dev containers; `initializeCommand` runs on the host itself. */
export const devcontainer: AiClient = {
  id: 'devcontainer',
  title: 'Dev container',
  confidence: 'medium',
  paths: nowhere,
  project: ['.devcontainer/devcontainer.json', '.devcontainer.json'],
  servers: [{ at: ['customizations', 'vscode', 'mcp', 'servers'] }],
  fields: { envFile: ['envFile'] },
  listed: 'with-servers',
  commands: { onOpen: ['initializeCommand'] },
  instructions: [],
};
