import type { CloudConnection, CloudProof, CloudProviderId, CloudResource } from '../../../model/cloud.js';
import type { Fetch } from '../../../system/fetch.js';
import type { Files } from '../../../system/files.js';
import type { RetryPolicy } from '../../../system/retry.js';

/** What a provider may use. Nothing else reaches the network or the disk. */
export interface CloudAccess {
  /** Follows the proxies, private authorities and address policy of whoever opened it. */
  fetch: Fetch;
  /** For addresses of the machine itself (metadata of instances and containers), which are never asked through a proxy. */
  directFetch: Fetch;
  files: Files;
  environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  clock(): number;
  signal: AbortSignal;
  /**
   * `service`: only workload identity and mounted files count, as in a deployment. `developer`: also the session of a person (profile,
   * command-line token, key file by path), which serves a check on that person's machine.
   */
  identity: 'service' | 'developer';
  /** How long a cloud that asks to slow down is obeyed; absent: two minutes in all. */
  patience?: RetryPolicy;
}

/** Forms in which the least-privilege role can be printed. */
export const roleForms = ['terraform', 'cloudformation', 'cli'] as const;
export type RoleForm = (typeof roleForms)[number];

/** One cloud. `load` of the registry brings it, and with it the cloud's own client, only when it is asked for. */
export interface CloudProvider {
  id: CloudProviderId;
  title: string;
  /** Rejects with CloudRefused or CloudUnreachable. */
  open(connection: CloudConnection, access: CloudAccess): Promise<CloudSession>;
  /** The permissions that the readers and the proof need, sorted: the role that `roleText` prints has these and no other. */
  permissions: readonly string[];
  /** The role with its trust as text that can be pasted; undefined for a form that the cloud does not have. */
  roleText(form: RoleForm, connection: CloudConnection): string | undefined;
}

/** One connection while it is open. */
export interface CloudSession {
  /** Asks who we are and tries, without changing anything, whether a writing permission is there. */
  prove(): Promise<CloudProof>;
  /** What there is to read, in a fixed order: each part is read, fails and is resumed by itself. */
  parts(): Promise<CloudPart[]>;
}

/** One service of one account and region. */
export interface CloudPart {
  /** `<account>/<region>/<reader>`: names the part in issues and in a file of finished parts. */
  id: string;
  /** Yields page by page. Rejects with CloudRefused, CloudUnreachable, CloudThrottled or CloudTruncated; what was yielded before that stays. */
  read(): AsyncIterable<CloudResource[]>;
}

/** Keeps finished parts, so that a run after a crash reads only the rest. */
export interface FinishedParts {
  find(id: string): CloudResource[] | undefined;
  add(id: string, resources: readonly CloudResource[]): void;
}
