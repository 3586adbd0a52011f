import type { CloudConnection } from '../../../model/cloud.js';
import type { CloudAccess, CloudProvider, CloudSession } from '../contract/provider.js';
import { Arm, type QueryScope } from './arm.js';
import { proveAzure } from './proof.js';
import { azureReaders } from './readers/registry.js';
import { azureActions, azureRoleText } from './role-text.js';
import { azureTokens } from './tokens.js';

/** Azure by the Resource Graph and Resource Manager, one subscription or all of a management group. */
export const azure: CloudProvider = {
  id: 'azure',
  title: 'Azure',
  permissions: azureActions,
  roleText: azureRoleText,
  async open({ account, configuration }: CloudConnection, access: CloudAccess): Promise<CloudSession> {
    const { directory_id: directory, client_id: client, management_group: group } = configuration;
    const tokens = azureTokens({ directory: String(directory), client: typeof client === 'string' ? client : undefined }, access);
    const base = (access.environment['AZURE_RESOURCE_MANAGER_ENDPOINT'] ?? 'https://management.azure.com').replace(/\/+$/, '');
    const coverage: QueryScope = typeof group === 'string' ? { managementGroups: [group] } : { subscriptions: [account] };
    const arm = new Arm(tokens, access, base, coverage);
    // A sign-in that fails is told now, once, instead of by every part.
    const token = await tokens(`${base}/.default`);
    return {
      prove: () => proveAzure(arm, account, token),
      parts: async () => azureReaders.map((reader) => ({ id: `${account}/global/${reader.id}`, read: () => reader.read(arm) })),
    };
  },
};
