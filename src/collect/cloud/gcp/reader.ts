import type { CloudResource } from '../../../model/cloud.js';
import type { JsonObject } from '../../../support/json.js';
import type { Asset, Google } from './google.js';

/** One kind of thing of a project. */
export interface GcpReader {
  id: string;
  /** IAM permissions that its requests need. */
  permissions: readonly string[];
  read(google: Google): AsyncIterable<CloudResource[]>;
}

/** What is asked for in each region by itself. */
export interface RegionalReader {
  id: string;
  permissions: readonly string[];
  /** Sorted. */
  regions(google: Google): Promise<string[]>;
  read(google: Google, region: string): AsyncIterable<CloudResource[]>;
}

const RESOURCES = 'cloudasset.assets.listResource';
const POLICIES = 'cloudasset.assets.listIamPolicy';

/** A reader of one type of asset; `policy` is what its own IAM policy says, where that is asked for. */
export function assetReader(
  { id, type, withPolicy = false }: { id: string; type: string; withPolicy?: boolean },
  resourceOf: (asset: Asset, google: Google, policy: JsonObject | undefined) => CloudResource,
): GcpReader {
  return {
    id,
    permissions: withPolicy ? [POLICIES, RESOURCES] : [RESOURCES],
    async *read(google) {
      const policies = withPolicy ? await google.policies(type) : new Map<string, JsonObject>();
      for await (const page of google.assets(type)) yield page.map((asset) => resourceOf(asset, google, policies.get(asset.name)));
    },
  };
}
