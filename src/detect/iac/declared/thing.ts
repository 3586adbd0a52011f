import type { CloudResource, EstateProvider } from '../../../model/cloud.js';
import type { IacResource } from '../../../model/iac.js';

/** What is told of a thing that infrastructure code declares; the rest is not known. */
type Told = Pick<CloudResource, 'kind' | 'name'> & Partial<Omit<CloudResource, 'ref' | 'provider' | 'account' | 'native_id'>>;

/** A thing that a resource declares. `part`: the thing is only one of those that it declares, such as a mounted path. */
export function declaredThing(resource: IacResource, told: Told, part?: string): CloudResource {
  const address = part === undefined ? resource.address : `${resource.address}/${part}`;
  return {
    ref: part === undefined ? resource.ref : `${resource.ref}/${part}`,
    provider: providerOf(resource),
    account: resource.root,
    region: 'global',
    type: resource.type,
    native_id: address,
    public: 'no',
    authenticated: 'unknown',
    runs_as: [],
    uses: [],
    reaches: [],
    images: [],
    env_names: [],
    literal_env_names: [],
    facts: {},
    ...told,
  };
}

function providerOf({ format, type }: IacResource): EstateProvider {
  if (format === 'compose' || format === 'kubernetes') return format;
  if (type.startsWith('azurerm_')) return 'azure';
  return type.startsWith('google_') ? 'gcp' : 'aws';
}

/** Without doubles, sorted. */
export function sorted(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort();
}
