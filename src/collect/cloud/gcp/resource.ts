import type { CloudResource } from '../../../model/cloud.js';
import { isObject, type JsonObject } from '../../../support/json.js';
import type { Asset } from './google.js';

/** Ref of an asset, by its full name without the leading slashes. */
export function refOf(name: string): string {
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

export function resource(asset: Asset, project: string, known: Pick<CloudResource, 'kind'> & Partial<CloudResource>): CloudResource {
  return {
    ref: refOf(asset.name),
    provider: 'gcp',
    account: project,
    region: asset.location,
    type: asset.type,
    native_id: asset.name,
    name: asset.name.split('/').at(-1) ?? asset.name,
    public: 'unknown',
    authenticated: 'unknown',
    runs_as: [],
    uses: [],
    reaches: [],
    images: [],
    env_names: [],
    literal_env_names: [],
    facts: {},
    ...known,
  };
}

export function partOf(object: JsonObject, ...path: string[]): JsonObject {
  let at: JsonObject = object;
  for (const name of path) {
    const next = at[name];
    if (!isObject(next)) return {};
    at = next;
  }
  return at;
}

export function partsOf(object: JsonObject, name: string): JsonObject[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textOf(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}
