import type { CloudProviderId } from '../../model/cloud.js';
import type { CloudProvider } from './contract/provider.js';

/** How each cloud is loaded. A cloud is one folder here and one line in this list. */
export const cloudRegistry: Readonly<Record<CloudProviderId, () => Promise<CloudProvider>>> = {
  aws: async () => (await import('./aws/aws-provider.js')).awsProvider,
  azure: async () => (await import('./azure/azure.js')).azure,
  gcp: async () => (await import('./gcp/gcp.js')).gcp,
  snowflake: async () => (await import('./snowflake/snowflake.js')).snowflake,
};
