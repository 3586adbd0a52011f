import { type AiClient, applicationData } from '../client.js';

/** Trae and its Chinese edition. */
export const trae: AiClient = {
  id: 'trae',
  title: 'Trae',
  confidence: 'high',
  paths: applicationData('Trae/User/mcp.json', 'Trae CN/User/mcp.json'),
  project: ['.trae/mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  instructions: ['.trae/rules/*.md', '.trae/skills/*/SKILL.md', 'AGENTS.md'],
};
