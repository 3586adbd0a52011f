import type { CloudResource } from '../../../../model/cloud.js';
import type { AwsPlace } from '../access/place.js';

/** Reads one service of AWS. */
export interface AwsReader<A extends string = string> {
  /** Names the part. */
  name: string;
  /** Absent: the service is read region by region. */
  isGlobal?: true;
  /** Permissions that its calls need; `place.ask` takes no other. */
  actions: readonly A[];
  /** Yields page by page. Rejects as CloudPart. */
  read(place: AwsPlace<A>): AsyncIterable<CloudResource[]>;
}

/** So that the permissions of `actions` are those that `read` may ask with. */
export function awsReader<const A extends string>(reader: AwsReader<A>): AwsReader<A> {
  return reader;
}
