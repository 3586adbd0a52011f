import type { SnowflakeReader } from '../reader.js';
import { agents } from './agents.js';
import { cortexSearch } from './cortex-search.js';
import { lineage } from './lineage.js';
import { mcpServers } from './mcp-servers.js';
import { models } from './models.js';
import { protections } from './protections.js';
import { roles } from './roles.js';
import { services } from './services.js';
import { shares } from './shares.js';
import { stages } from './stages.js';
import { serviceUsers } from './users.js';

/** Everything that is read of a Snowflake account. */
export const snowflakeReaders: readonly SnowflakeReader[] = [
  agents,
  cortexSearch,
  lineage,
  mcpServers,
  models,
  protections,
  roles,
  services,
  serviceUsers,
  shares,
  stages,
];
