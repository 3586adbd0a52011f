import { memberNode } from '../../config/config-node.js';
import type { AiClient } from '../client.js';

/** Visual Studio. A `.mcp.json` with `servers` belongs to it, one with `mcpServers` to Claude Code. */
export const visualStudio: AiClient = {
  id: 'visual-studio',
  title: 'Visual Studio',
  confidence: 'high',
  paths: { darwin: [], linux: [], win32: ['~/.mcp.json'] },
  project: ['.vs/mcp.json', '.mcp.json'],
  servers: [{ at: ['servers'] }, { at: ['mcpServers'] }],
  fields: { envFile: ['envFile'] },
  claims: (root, path) =>
    path.endsWith('.vs/mcp.json') || (memberNode(root, 'servers') !== undefined && memberNode(root, 'mcpServers') === undefined),
  instructions: ['.github/copilot-instructions.md'],
};
