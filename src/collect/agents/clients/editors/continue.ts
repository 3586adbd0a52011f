import { type AiClient, everywhere } from '../client.js';

/** Continue: YAML with a list of servers; the older JSON nests each in `transport`. */
export const continueDev: AiClient = {
  id: 'continue',
  title: 'Continue',
  confidence: 'high',
  paths: everywhere('.continue/config.yaml', '.continue/config.json'),
  project: ['.continue/mcpServers/*.yaml', '.continue/mcpServers/*.yml', '.continue/mcpServers/*.json', '.continue/config.yaml'],
  servers: [{ at: ['mcpServers'] }, { at: ['experimental', 'modelContextProtocolServers'] }],
  fields: {
    headers: ['requestOptions.headers', 'headers', 'transport.requestOptions.headers'],
    apiKey: ['apiKey'],
    command: ['command', 'transport.command'],
    args: ['args', 'transport.args'],
    env: ['env', 'transport.env'],
    url: ['url', 'transport.url'],
    type: ['type', 'transport.type'],
  },
  settings: ['models'],
  instructions: ['.continue/rules/*.md', '~/.continue/rules/*.md', '.continue/prompts/*.md', '.continuerules', 'AGENTS.md'],
};
