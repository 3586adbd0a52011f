import type { AiClient } from '../client.js';

/** Zed. Older files hold the command as an object; extensions start servers of their own. */
export const zed: AiClient = {
  id: 'zed',
  title: 'Zed',
  confidence: 'high',
  paths: { darwin: ['~/.config/zed/settings.json'], linux: ['~/.config/zed/settings.json'], win32: ['%APPDATA%/Zed/settings.json'] },
  project: ['.zed/settings.json'],
  servers: [{ at: ['context_servers'] }],
  fields: {
    command: ['command.path', 'command'],
    args: ['command.args', 'args'],
    env: ['command.env', 'env'],
    enabled: ['enabled'],
    type: ['source', 'type'],
  },
  extensionTypes: ['extension'],
  settings: ['agent.always_allow_tool_actions', 'agent.tool_permissions', 'language_models'],
  instructions: ['.rules', 'AGENTS.md', '.agents/skills/*/SKILL.md'],
};
