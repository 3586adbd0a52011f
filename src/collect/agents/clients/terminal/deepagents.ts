import { type AiClient, everywhere } from '../client.js';

/** Deep Agents CLI. */
export const deepagents: AiClient = {
  id: 'deepagents',
  title: 'Deep Agents CLI',
  confidence: 'medium',
  paths: everywhere('.deepagents/.mcp.json'),
  project: ['.deepagents/.mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  instructions: ['AGENTS.md', '.deepagents/AGENTS.md', '.deepagents/skills/*/SKILL.md'],
};
