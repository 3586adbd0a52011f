import type { AiClient } from '../client.js';

/** GitHub Copilot in JetBrains IDEs. */
export const copilotJetbrains: AiClient = {
  id: 'copilot-jetbrains',
  title: 'GitHub Copilot for JetBrains',
  confidence: 'medium',
  paths: {
    darwin: ['~/.config/github-copilot/intellij/mcp.json'],
    linux: ['~/.config/github-copilot/intellij/mcp.json'],
    win32: ['%LOCALAPPDATA%/github-copilot/intellij/mcp.json'],
  },
  project: [],
  servers: [{ at: ['servers'] }],
  fields: { envFile: ['envFile'], headers: ['requestInit.headers', 'headers'] },
  instructions: ['.github/copilot-instructions.md'],
};
