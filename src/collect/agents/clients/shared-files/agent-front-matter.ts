import { type AiClient, everywhere } from '../client.js';

/**
 * Agent files that define servers in their front matter. A list there only names servers that are defined elsewhere.
 */
export const agentFrontMatter: AiClient = {
  id: 'agent-front-matter',
  title: 'Agent files with servers in their front matter',
  confidence: 'medium',
  paths: everywhere('.claude/agents/**/*.md', '.copilot/agents/*.md', '.factory/droids/*.md', '.qwen/agents/*.md'),
  project: ['.claude/agents/**/*.md', '.github/agents/*.agent.md', '.factory/droids/*.md', '.qwen/agents/*.md'],
  servers: [{ at: ['mcpServers'] }, { at: ['mcp-servers'] }],
  listed: 'with-servers',
  references: true,
  settings: ['permissionMode', 'tools', 'allowed-tools'],
  commands: { hooks: ['hooks'] },
  instructions: [],
};
