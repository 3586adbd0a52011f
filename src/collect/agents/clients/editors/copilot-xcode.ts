import type { AiClient } from '../client.js';

/** GitHub Copilot for Xcode. */
export const copilotXcode: AiClient = {
  id: 'copilot-xcode',
  title: 'GitHub Copilot for Xcode',
  confidence: 'medium',
  paths: { darwin: ['~/.config/github-copilot/xcode/mcp.json'], linux: [], win32: [] },
  project: [],
  servers: [{ at: ['servers'] }],
  instructions: ['.github/copilot-instructions.md'],
};
