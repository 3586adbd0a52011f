import { type AiClient, everywhere } from '../client.js';

/** GitHub Copilot CLI. `tools` lists the visible tools, not those that run without approval. */
export const copilotCli: AiClient = {
  id: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  confidence: 'high',
  paths: everywhere('.copilot/mcp-config.json'),
  project: ['.github/mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  settings: ['trusted_folders', 'permissions'],
  commands: { hooks: ['hooks'] },
  companions: { paths: everywhere('.copilot/config.json', '.copilot/hooks/*.json'), project: ['.github/hooks/*.json'] },
  moved: { variable: 'COPILOT_HOME', folder: '~/.copilot' },
  instructions: [
    'AGENTS.md',
    '.github/copilot-instructions.md',
    '~/.copilot/agents/*.md',
    '.github/agents/*.md',
    '~/.copilot/hooks/*.json',
    '~/.copilot/skills/*/SKILL.md',
  ],
};
