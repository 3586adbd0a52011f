import { type AiClient, everywhere } from '../client.js';

/** Amazon Q Developer. */
export const amazonQ: AiClient = {
  id: 'amazon-q',
  title: 'Amazon Q Developer',
  confidence: 'high',
  paths: everywhere('.aws/amazonq/mcp.json', '.aws/amazonq/default.json'),
  project: ['.amazonq/mcp.json', '.amazonq/default.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { disabled: ['disabled'], autoApprove: ['autoApprove'] },
  instructions: ['.amazonq/rules/**/*.md', 'AGENTS.md', 'AmazonQ.md'],
};
