import type { CloudAccess } from '../../contract/provider.js';
import type { AwsConfiguration } from '../configuration.js';
import { policyFor } from '../policies/grant.js';
import { keysOfRole } from './exchange.js';
import { type AwsKeySource, type AwsKeys, keptKeys } from './keys.js';

/** AWS refuses longer ones (STS API reference, AssumeRole). */
export const MAX_SESSION_POLICY = 2048;

/** Lends keys of the read-only roles: each session may do what it is asked for and nothing else, whatever the role may. */
export class RoleSessions {
  private readonly kept = new Map<string, AwsKeySource>();

  constructor(
    private readonly access: CloudAccess,
    private readonly configuration: AwsConfiguration,
    private readonly caller: AwsKeySource,
  ) {}

  /** `name` stands for `actions`; sessions are kept by it. Without a role, keys are those of the caller. */
  keys(roleArn: string | undefined, name: string, actions: readonly string[]): AwsKeySource {
    if (roleArn === undefined) return this.caller;
    const id = `${roleArn} ${name}`;
    const known = this.kept.get(id) ?? keptKeys(() => this.assume(roleArn, actions), this.access.clock);
    this.kept.set(id, known);
    return known;
  }

  private assume(roleArn: string, actions: readonly string[]): Promise<AwsKeys> {
    const { externalId, partition } = this.configuration;
    return keysOfRole(this.access, this.caller, { roleArn, externalId, policy: sessionPolicy(actions, partition) });
  }
}

export function sessionPolicy(actions: readonly string[], partition: string): string {
  return JSON.stringify(policyFor(actions, partition));
}
