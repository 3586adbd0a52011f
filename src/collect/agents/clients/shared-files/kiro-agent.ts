import { type AiClient, everywhere } from '../client.js';

/** Agent files of Kiro and Amazon Q: servers, tools that run without approval, hooks. */
export const kiroAgent: AiClient = {
  id: 'kiro-agent',
  title: 'Kiro / Amazon Q agent file',
  confidence: 'high',
  paths: everywhere('.kiro/agents/*.json', '.aws/amazonq/cli-agents/*.json', '.aws/amazonq/agents/default.json'),
  project: ['.kiro/agents/*.json', '.amazonq/cli-agents/*.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { disabled: ['disabled'] },
  approvals: 'allowedTools',
  settings: ['allowedTools', 'toolsSettings', 'useLegacyMcpJson'],
  commands: { hooks: ['hooks'] },
  instructions: [],
};
