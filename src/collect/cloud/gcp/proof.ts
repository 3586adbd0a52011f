import type { CloudProof } from '../../../model/cloud.js';
import type { Google } from './google.js';
import { triedPermissions } from './rights.js';

/** Asks which of the writing permissions the caller has on the project. Rights on single things below it are not seen. */
export async function proveGcp(google: Google, identity: string): Promise<CloudProof> {
  const url = `https://cloudresourcemanager.googleapis.com/v1/projects/${encodeURIComponent(google.project)}:testIamPermissions`;
  const { permissions = [] } = await google.post(url, { permissions: triedPermissions }, 'Google Cloud: permissions on the project');
  const granted = new Set(Array.isArray(permissions) ? permissions : []);
  const tried = triedPermissions.map((permission) => ({
    permission,
    answer: granted.has(permission) ? ('granted' as const) : ('denied' as const),
  }));
  if (granted.size > 0) return { identity, read_only: 'violated', tried, reason: 'it may change things of the project' };
  return { identity, read_only: 'proven', tried };
}
