import type { CloudResource, CloudResourceKind } from '../../../../model/cloud.js';
import { CloudUnreachable } from '../../contract/cloud-errors.js';
import type { CloudAccess } from '../../contract/provider.js';
import { nothingTold } from '../../contract/unknown-resource.js';
import { ask } from './ask.js';
import { type AwsClientConfig, clientConfig } from './client-config.js';
import type { AwsKeySource } from './keys.js';

/** Pages of one list; a list that has more goes on for ever. */
const MAX_PAGES = 10_000;

export interface PlaceFacts {
  access: CloudAccess;
  account: string;
  partition: string;
  /** Where is asked. */
  region: string;
  /** What resources say; `global` for services without a region. */
  shownRegion: string;
  keys: AwsKeySource;
}

/** One service of one account and region, asked with a session that may do `A` and nothing else. */
export class AwsPlace<A extends string = string> {
  readonly account: string;
  readonly region: string;
  readonly partition: string;

  constructor(private readonly facts: PlaceFacts) {
    ({ account: this.account, region: this.region, partition: this.partition } = facts);
  }

  /** For the client of a service, by its name in `AWS_ENDPOINT_URL_<service>`. */
  config(service: string): AwsClientConfig {
    return clientConfig(this.facts, service);
  }

  /** `action`: the permission that the call needs. Errors with an expected code are AwsAnswered. */
  ask<T>(action: A, call: () => Promise<T>, expected: readonly string[] = []): Promise<T> {
    return ask(this.facts.access, `${action} in ${this.facts.shownRegion}`, call, expected);
  }

  /** All pages of a list. A token that comes twice is no progress: CloudUnreachable, for the rest was not read. */
  async *pages<T>(
    action: A,
    call: (token: string | undefined) => Promise<T>,
    next: (page: T) => string | undefined,
    expected: readonly string[] = [],
  ): AsyncGenerator<T> {
    let token: string | undefined;
    const seen = new Set<string>();
    for (let count = 0; count < MAX_PAGES; count++) {
      const page = await this.ask(action, () => call(token), expected);
      yield page;
      token = next(page) || undefined;
      if (token === undefined) return;
      if (seen.has(token)) break;
      seen.add(token);
    }
    throw new CloudUnreachable({ where: `AWS: ${action} in ${this.facts.shownRegion}`, message: 'its list does not end' });
  }

  arn(service: string, rest: string): string {
    return `arn:${this.partition}:${service}:${this.region}:${this.account}:${rest}`;
  }

  /** A resource of this place with nothing known of it but what is given. */
  resource(given: Partial<CloudResource> & { kind: CloudResourceKind; type: string; native_id: string; name: string }): CloudResource {
    return {
      ref: awsRef(given.native_id),
      provider: 'aws',
      account: this.account,
      region: this.facts.shownRegion,
      ...nothingTold(),
      ...given,
    };
  }
}

/** ARNs tell upper from lower case. */
export function awsRef(arn: string): string {
  return `cloud:aws:${arn}`;
}

/** Refs of what has an ARN, sorted, each once. */
export function refsOf(arns: Iterable<string | undefined>): string[] {
  return [...new Set([...arns].flatMap((arn) => (arn ? [awsRef(arn)] : [])))].sort();
}
