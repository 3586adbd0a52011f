import { type AiClient, everywhere } from '../client.js';

/** Docker's MCP Toolkit: the registry lists enabled servers, catalogues beside it describe each. */
export const dockerMcp: AiClient = {
  id: 'docker-mcp',
  title: 'Docker MCP Toolkit / Gateway',
  confidence: 'high',
  paths: everywhere('.docker/mcp/registry.yaml'),
  project: [],
  servers: [{ at: ['registry'] }],
  fields: {
    command: [],
    args: ['command'],
    env: [],
    url: ['remote.url'],
    headers: ['remote.headers'],
    type: ['remote.transport_type'],
    envNames: ['env', 'secrets'],
  },
  indirect: { definitions: 'catalogs/*.yaml', at: 'registry' },
  instructions: [],
};
