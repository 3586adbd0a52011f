import type { AiClient } from '../client.js';

/** Visual Studio Code Server: the files that a remote window reads on its host. */
export const vscodeServer: AiClient = {
  id: 'vscode-server',
  title: 'VS Code Server (remote)',
  confidence: 'medium',
  paths: { darwin: ['~/.vscode-server/data/User/mcp.json'], linux: ['~/.vscode-server/data/User/mcp.json'], win32: [] },
  project: [],
  servers: [{ at: ['servers'] }, { at: ['mcpServers'] }],
  fields: { envFile: ['envFile'] },
  instructions: [],
};
