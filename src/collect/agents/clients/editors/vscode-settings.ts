import { type AiClient, applicationData, nowhere } from '../client.js';

/** Servers and approvals in Visual Studio Code's settings; also where extensions keep theirs. */
export const vscodeSettings: AiClient = {
  id: 'vscode-settings',
  title: 'Visual Studio Code user/workspace settings',
  confidence: 'high',
  paths: applicationData('Code/User/settings.json', 'Code/User/profiles/*/settings.json'),
  project: ['.vscode/settings.json', '*.code-workspace'],
  servers: [
    { at: ['mcp', 'servers'] },
    { at: ['mcp.servers'] },
    { at: ['settings', 'mcp', 'servers'] },
    { at: ['settings', 'mcp.servers'] },
    { at: ['amp.mcpServers'] },
    { at: ['cody.mcpServers'] },
    { at: ['augment.advanced', 'mcpServers'] },
  ],
  fields: { envFile: ['envFile'] },
  listed: 'with-servers',
  settings: [
    'chat.tools.autoApprove',
    'chat.tools.global.autoApprove',
    'chat.tools.terminal.autoApprove',
    'chat.mcp.autostart',
    'chat.mcp.discovery.enabled',
    'task.allowAutomaticTasks',
    'security.workspace.trust.enabled',
    'amp.dangerouslyAllowAll',
    'amp.permissions',
    'settings.chat.tools.autoApprove',
    'settings.chat.tools.global.autoApprove',
    'settings.task.allowAutomaticTasks',
  ],
  commands: { onOpen: ['tasks'] },
  companions: { paths: nowhere, project: ['.vscode/tasks.json'] },
  instructions: [],
};
