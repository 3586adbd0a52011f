import { type AiClient, everywhere } from '../client.js';

/** Cline on the command line. */
export const clineCli: AiClient = {
  id: 'cline-cli',
  title: 'Cline CLI',
  confidence: 'high',
  paths: everywhere('.cline/data/settings/cline_mcp_settings.json'),
  project: [],
  servers: [{ at: ['mcpServers'] }],
  fields: { disabled: ['disabled'], autoApprove: ['autoApprove'] },
  moved: { variable: 'CLINE_DIR', folder: '~/.cline' },
  instructions: [],
};
