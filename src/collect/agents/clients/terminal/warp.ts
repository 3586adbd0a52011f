import { type AiClient, everywhere } from '../client.js';

/** Warp; older builds keep servers in the cloud only. */
export const warp: AiClient = {
  id: 'warp',
  title: 'Warp',
  confidence: 'high',
  paths: everywhere('.warp/.mcp.json'),
  project: ['.warp/.mcp.json'],
  servers: [{ at: ['mcpServers'] }, { at: [] }],
  instructions: ['WARP.md', 'AGENTS.md', '.warp/skills/*/SKILL.md'],
};
