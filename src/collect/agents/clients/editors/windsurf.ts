import { type AiClient, everywhere } from '../client.js';

/** Windsurf, now Devin Desktop. The editor itself documents the home file only. */
export const windsurf: AiClient = {
  id: 'windsurf',
  title: 'Windsurf / Devin Desktop',
  confidence: 'high',
  paths: everywhere('.codeium/windsurf/mcp_config.json', '.codeium/windsurf-next/mcp_config.json'),
  project: ['.windsurf/mcp_config.json', '.windsurf/mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { url: ['serverUrl', 'url'], disabled: ['disabled'], autoApprove: ['alwaysAllow'] },
  commands: { hooks: ['hooks'] },
  companions: { paths: everywhere('.codeium/windsurf/hooks.json'), project: ['.windsurf/hooks.json'] },
  instructions: [
    '.windsurf/rules/*.md',
    '.windsurfrules',
    '.windsurf/workflows/*.md',
    '~/.codeium/windsurf/memories/global_rules.md',
    '~/.codeium/windsurf/skills/*/SKILL.md',
    '.windsurf/skills/*/SKILL.md',
    'AGENTS.md',
  ],
};
