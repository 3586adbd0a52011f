import type { CloudResource } from '../../../model/cloud.js';

type Untold = Omit<CloudResource, 'ref' | 'provider' | 'account' | 'region' | 'kind' | 'type' | 'native_id' | 'name'>;

/** What a resource is taken for until its cloud says more: open questions, and nothing that it leads to. */
export function nothingTold(): Untold {
  return {
    public: 'unknown',
    authenticated: 'unknown',
    runs_as: [],
    uses: [],
    reaches: [],
    images: [],
    env_names: [],
    literal_env_names: [],
    facts: {},
  };
}
