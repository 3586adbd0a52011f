import type { AiClient } from '../client.js';

/** Qoder. */
export const qoder: AiClient = {
  id: 'qoder',
  title: 'Qoder',
  confidence: 'medium',
  paths: { darwin: ['~/.qoder/mcp.json'], linux: ['~/.qoder/mcp.json'], win32: ['%APPDATA%/Qoder/SharedClientCache/mcp.json'] },
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: ['.qoder/skills/*/SKILL.md', '.qoder/rules/*.md', 'AGENTS.md'],
};
