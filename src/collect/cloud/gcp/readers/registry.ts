import type { GcpReader, RegionalReader } from '../reader.js';
import { firstFunctions, functions } from './functions.js';
import { identities } from './identities.js';
import { clusters, forwardingRules } from './network.js';
import { protections } from './protections.js';
import { run } from './run.js';
import { buckets, datasets, images, repositories, secrets } from './stores.js';
import { agents, endpoints, models, notebooks } from './vertex.js';

/** Everything that is read of a project. */
export const gcpReaders: readonly GcpReader[] = [
  buckets,
  clusters,
  datasets,
  endpoints,
  firstFunctions,
  forwardingRules,
  functions,
  identities,
  images,
  models,
  notebooks,
  protections,
  repositories,
  run,
  secrets,
];

/** What is read region by region. */
export const regionalReaders: readonly RegionalReader[] = [agents];
