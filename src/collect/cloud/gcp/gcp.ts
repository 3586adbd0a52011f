import type { CloudConnection } from '../../../model/cloud.js';
import type { CloudAccess, CloudPart, CloudProvider, CloudSession } from '../contract/provider.js';
import { Google } from './google.js';
import { proveGcp } from './proof.js';
import type { RegionalReader } from './reader.js';
import { gcpReaders, regionalReaders } from './readers/registry.js';
import { gcpPermissions, gcpRoleText } from './role-text.js';
import { gcpIdentityOf } from './tokens.js';

/** Google Cloud by the Asset Inventory of one project, and by Vertex AI for its agents. */
export const gcp: CloudProvider = {
  id: 'gcp',
  title: 'Google Cloud',
  permissions: gcpPermissions,
  roleText: gcpRoleText,
  async open({ account: project, configuration }: CloudConnection, access: CloudAccess): Promise<CloudSession> {
    const { service_account: account } = configuration;
    const identity = await gcpIdentityOf(typeof account === 'string' ? account : undefined, access);
    // A sign-in that fails is told now, once, instead of by every part.
    await identity.token();
    const google = new Google(identity, access, project);
    return {
      prove: () => proveGcp(google, identity.name),
      parts: async () => [
        ...gcpReaders.map((reader) => ({ id: `${project}/global/${reader.id}`, read: () => reader.read(google) })),
        ...(await Promise.all(regionalReaders.map((reader) => regionalParts(reader, google)))).flat(),
      ],
    };
  },
};

/** A part for each region; one that fails if the regions cannot be told. */
async function regionalParts(reader: RegionalReader, google: Google): Promise<CloudPart[]> {
  try {
    const regions = await reader.regions(google);
    return regions.map((region) => ({ id: `${google.project}/${region}/${reader.id}`, read: () => reader.read(google, region) }));
  } catch (error) {
    return [{ id: `${google.project}/global/${reader.id}`, read: () => failing(error) }];
  }
}

// biome-ignore lint/correctness/useYield: it stands for a list that could not be had
async function* failing(error: unknown): AsyncIterable<never> {
  throw error;
}
