import { type AiClient, applicationData } from '../client.js';

/** Visual Studio Code with Copilot agent mode, with its named profiles. */
export const vscode: AiClient = {
  id: 'vscode',
  title: 'Visual Studio Code (Copilot agent mode)',
  confidence: 'high',
  paths: applicationData('Code/User/mcp.json', 'Code/User/profiles/*/mcp.json'),
  project: ['.vscode/mcp.json'],
  servers: [{ at: ['servers'] }, { at: ['mcpServers'] }],
  fields: { envFile: ['envFile'] },
  instructions: [
    '.github/copilot-instructions.md',
    '.github/instructions/**/*.instructions.md',
    '.github/prompts/*.prompt.md',
    '.github/chatmodes/*.chatmode.md',
    '.github/agents/*.agent.md',
    '.github/skills/*/SKILL.md',
    '~/.copilot/skills/*/SKILL.md',
    'AGENTS.md',
    'CLAUDE.md',
    '.github/hooks/*.json',
  ],
};
