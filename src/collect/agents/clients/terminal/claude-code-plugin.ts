import { memberNode } from '../../config/config-node.js';
import { type AiClient, everywhere } from '../client.js';
import { isServerMap } from '../server-map.js';

/** Claude Code's plugins: a server map at the root of `.mcp.json`, or in the manifest. */
export const claudeCodePlugin: AiClient = {
  id: 'claude-code-plugin',
  title: 'Claude Code plugin',
  confidence: 'high',
  paths: everywhere('.claude/plugins/cache/**/.mcp.json', '.claude/plugins/**/.claude-plugin/plugin.json'),
  project: ['.claude-plugin/plugin.json', '.mcp.json'],
  servers: [{ at: ['mcpServers'] }, { at: [] }],
  listed: 'with-servers',
  scope: 'plugin',
  claims: (root, path) => /(?:^~\/|\/plugin\.json$)/.test(path) || (memberNode(root, 'mcpServers') === undefined && isServerMap(root)),
  commands: { hooks: ['hooks'] },
  companions: { paths: everywhere('.claude/plugins/**/hooks/hooks.json'), project: ['.claude-plugin/hooks.json'] },
  instructions: ['skills/*/SKILL.md', 'agents/*.md', 'commands/*.md', 'hooks/hooks.json'],
};
