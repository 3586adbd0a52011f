import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import type { CloudAccess } from '../../contract/provider.js';
import { type AwsConfiguration, homeRegion } from '../configuration.js';
import { policyFor } from '../policies/grant.js';
import { ask } from './ask.js';
import { clientConfig } from './client-config.js';
import { type AwsKeySource, keptKeys } from './keys.js';
import { keysOfSts } from './sts-keys.js';

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

  private async assume(RoleArn: string, actions: readonly string[]) {
    const { access, caller, configuration } = this;
    const region = homeRegion(configuration.partition, access.environment);
    const sts = new STSClient(clientConfig({ access, region, keys: caller }, 'STS'));
    const ExternalId = configuration.externalId;
    const question = new AssumeRoleCommand({
      RoleArn,
      RoleSessionName: 'castellan',
      Policy: sessionPolicy(actions, configuration.partition),
      ...(ExternalId && { ExternalId }),
    });
    return keysOfSts(await ask(access, `sts:AssumeRole of ${RoleArn}`, () => sts.send(question)));
  }
}

export function sessionPolicy(actions: readonly string[], partition: string): string {
  return JSON.stringify(policyFor(actions, partition));
}
