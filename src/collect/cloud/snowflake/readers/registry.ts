import type { SnowflakeReader } from '../reader.js';
import { cortexAgents } from './agents.js';
import { cortexSearch } from './cortex-search.js';
import { objectLineage } from './lineage.js';
import { mcpServers } from './mcp-servers.js';
import { registeredModels } from './models.js';
import { accountProtections } from './protections.js';
import { accountRoles } from './roles.js';
import { services } from './services.js';
import { shares } from './shares.js';
import { stages } from './stages.js';
import { serviceUsers } from './users.js';

/** Everything that is read of a Snowflake account. */
export const snowflakeReaders: readonly SnowflakeReader[] = [
  cortexAgents,
  cortexSearch,
  objectLineage,
  mcpServers,
  registeredModels,
  accountProtections,
  accountRoles,
  services,
  serviceUsers,
  shares,
  stages,
];
