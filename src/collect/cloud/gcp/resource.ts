import type { CloudResource } from '../../../model/cloud.js';
import { nothingTold } from '../contract/unknown-resource.js';
import type { Asset } from './google.js';

/** Ref of an asset, by its full name without the leading slashes. */
export function gcpRef(name: string): string {
  return `cloud:gcp:${name.replace(/^\/\//, '')}`;
}

/** Ref of a service account, which is known by its e-mail everywhere. */
export function accountRef(email: string): string {
  return `cloud:gcp:service-account/${email.toLowerCase()}`;
}

/** What runs as a service account; the project's default one where none is named is not told. */
export function runsAs(email: unknown): string[] {
  return typeof email === 'string' && email.includes('@') ? [accountRef(email)] : [];
}

export function gcpResource(asset: Asset, project: string, known: Pick<CloudResource, 'kind'> & Partial<CloudResource>): CloudResource {
  return {
    ref: gcpRef(asset.name),
    provider: 'gcp',
    account: project,
    region: asset.location,
    type: asset.type,
    native_id: asset.name,
    name: asset.name.split('/').at(-1) ?? asset.name,
    ...nothingTold(),
    ...known,
  };
}
