import { type AiClient, applicationData } from '../client.js';

/** Cline, below the user data of Visual Studio Code or of any of its forks. */
export const cline: AiClient = {
  id: 'cline',
  title: 'Cline (VS Code extension)',
  confidence: 'high',
  paths: applicationData('*/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  fields: { disabled: ['disabled'], autoApprove: ['autoApprove', 'alwaysAllow'], type: ['type', 'transportType'] },
  instructions: [
    '.clinerules',
    '.clinerules/*.md',
    '.clinerules/workflows/*.md',
    '.clinerules/hooks/*',
    '~/Documents/Cline/Rules/*.md',
    '~/Documents/Cline/Workflows/*.md',
    '~/Documents/Cline/Hooks/*',
    '.cline/skills/*/SKILL.md',
    '~/.cline/skills/*/SKILL.md',
    'AGENTS.md',
  ],
};
