import { type AiClient, everywhere } from '../client.js';

/** fast-agent, by its present and its former file names. */
export const fastAgent: AiClient = {
  id: 'fast-agent',
  title: 'fast-agent',
  confidence: 'high',
  paths: everywhere('.fast-agent/fast-agent.yaml'),
  project: ['.fast-agent/fast-agent.yaml', 'fast-agent.yaml', 'fastagent.config.yaml'],
  servers: [{ at: ['mcp', 'servers'] }],
  overlays: [
    { file: 'fast-agent.yaml', overlay: 'fast-agent.secrets.yaml' },
    { file: 'fastagent.config.yaml', overlay: 'fastagent.secrets.yaml' },
  ],
  moved: { variable: 'FAST_AGENT_HOME', folder: '~/.fast-agent' },
  instructions: ['.fast-agent/skills/*/SKILL.md', 'AGENTS.md'],
};
