import { type AiClient, nowhere } from '../client.js';

/** GitHub's Copilot coding agent: its servers are kept in the repository's settings, so only its instructions are files. */
export const copilotCodingAgent: AiClient = {
  id: 'copilot-coding-agent',
  title: 'GitHub Copilot coding agent',
  confidence: 'medium',
  paths: nowhere,
  project: [],
  servers: [{ at: ['mcpServers'] }],
  instructions: ['.github/agents/*.agent.md', 'AGENTS.md', '.github/copilot-instructions.md'],
};
