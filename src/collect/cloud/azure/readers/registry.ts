import type { AzureReader } from '../reader.js';
import { aiAccounts } from './ai-accounts.js';
import { apiManagement } from './api-management.js';
import { containerApps, containerGroups, kubernetesClusters, registries } from './containers.js';
import { principals } from './identities.js';
import { machineLearning } from './ml.js';
import { sites } from './sites.js';
import { cosmos, keyVaults, searchServices, sqlServers, storage } from './stores.js';

/** Everything that is read of a subscription. */
export const azureReaders: readonly AzureReader[] = [
  aiAccounts,
  apiManagement,
  kubernetesClusters,
  containerApps,
  containerGroups,
  cosmos,
  principals,
  keyVaults,
  machineLearning,
  registries,
  searchServices,
  sites,
  sqlServers,
  storage,
];
