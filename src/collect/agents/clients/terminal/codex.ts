import { type AiClient, everywhere } from '../client.js';

/** OpenAI Codex, with its profile overlays and plugins. The project file is only read in trusted projects. */
export const codex: AiClient = {
  id: 'codex',
  title: 'OpenAI Codex',
  confidence: 'high',
  paths: {
    darwin: ['~/.codex/config.toml', '~/.codex/*.config.toml', '/etc/codex/config.toml'],
    linux: ['~/.codex/config.toml', '~/.codex/*.config.toml', '/etc/codex/config.toml'],
    win32: ['~/.codex/config.toml', '~/.codex/*.config.toml', 'C:/ProgramData/OpenAI/Codex/config.toml'],
  },
  project: ['.codex/config.toml'],
  servers: [{ at: ['mcp_servers'] }],
  fields: {
    headers: ['http_headers'],
    enabled: ['enabled'],
    envNames: ['env_vars'],
    headersFromEnv: ['env_http_headers'],
    bearerFromEnv: ['bearer_token_env_var'],
  },
  settings: [
    'approval_policy',
    'sandbox_mode',
    'sandbox_workspace_write',
    'model_provider',
    'model_providers',
    'openai_base_url',
    'chatgpt_base_url',
    'profiles',
    'projects',
  ],
  commands: { hooks: ['hooks'], helpers: ['notify'] },
  companions: { paths: everywhere('.codex/hooks.json'), project: ['.codex/hooks.json'] },
  moved: { variable: 'CODEX_HOME', folder: '~/.codex' },
  instructions: [
    'AGENTS.md',
    'AGENTS.override.md',
    '~/.codex/AGENTS.md',
    '~/.codex/prompts/*.md',
    '.agents/skills/*/SKILL.md',
    '~/.codex/skills/*/SKILL.md',
    '.codex/agents/*',
    '.codex/hooks.json',
    '.codex/rules/*.rules',
  ],
};
