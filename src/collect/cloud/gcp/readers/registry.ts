import type { GcpReader, RegionalReader } from '../reader.js';
import { firstFunctions, functions } from './functions.js';
import { serviceAccounts } from './identities.js';
import { clusters, forwardingRules } from './network.js';
import { projectProtections } from './protections.js';
import { run } from './run.js';
import { buckets, datasets, images, repositories, secrets } from './stores.js';
import { agentEngines, endpoints, notebooks, vertexModels } from './vertex.js';

/** Everything that is read of a project. */
export const gcpReaders: readonly GcpReader[] = [
  buckets,
  clusters,
  datasets,
  endpoints,
  firstFunctions,
  forwardingRules,
  functions,
  serviceAccounts,
  images,
  vertexModels,
  notebooks,
  projectProtections,
  repositories,
  run,
  secrets,
];

/** What is read region by region. */
export const regionalReaders: readonly RegionalReader[] = [agentEngines];
