import { type AiClient, everywhere } from '../client.js';

/** mcphub.nvim. `${cmd: …}` in a value runs a command; JSON5 where the user sets a decoder. */
export const mcphubNvim: AiClient = {
  id: 'mcphub-nvim',
  title: 'mcphub.nvim',
  confidence: 'high',
  paths: everywhere('.config/mcphub/servers.json'),
  project: ['.mcphub/servers.json'],
  servers: [{ at: ['mcpServers'] }, { at: ['servers'] }, { at: ['nativeMCPServers'] }],
  fields: { disabled: ['disabled'], autoApprove: ['autoApprove'] },
  json5: true,
  substitution: /\$\{cmd:/,
  instructions: [],
};
