import { type AiClient, applicationData } from '../client.js';

/** Roo Code, below the user data of Visual Studio Code or of any of its forks. Archived, but still on disks. */
export const rooCode: AiClient = {
  id: 'roo-code',
  title: 'Roo Code',
  confidence: 'high',
  paths: applicationData('*/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
  project: ['.roo/mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { disabled: ['disabled'], autoApprove: ['alwaysAllow'] },
  instructions: [
    '.roo/rules/**/*.md',
    '.roo/rules-*/**/*.md',
    '.roorules',
    '.roomodes',
    '.roo/commands/*.md',
    '~/.roo/rules/**/*.md',
    '.roo/skills/*/SKILL.md',
    '~/.roo/skills/*/SKILL.md',
    'AGENTS.md',
  ],
};
