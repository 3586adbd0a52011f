import { DescribeRegionsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { ListAccountsCommand, OrganizationsClient } from '@aws-sdk/client-organizations';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { CloudProof, CloudResource } from '../../../model/cloud.js';
import { CloudRefused } from '../contract/cloud-errors.js';
import type { CloudAccess, CloudPart, CloudSession } from '../contract/provider.js';
import { ask } from './access/ask.js';
import { RoleSessions } from './access/assumed-role.js';
import { callerKeys } from './access/caller.js';
import { clientConfig } from './access/client-config.js';
import type { AwsKeySource } from './access/keys.js';
import { AwsPlace } from './access/place.js';
import { type AwsConfiguration, homeRegion } from './configuration.js';
import { proofSessionActions, proveAws } from './proof.js';
import type { AwsReader } from './readers/reader.js';
import { awsReaders } from './readers/registry.js';

/** Permissions that finding out what there is to read needs. */
export const surveyActions = ['ec2:DescribeRegions', 'organizations:ListAccounts'] as const;

type SurveyPlace = AwsPlace<(typeof surveyActions)[number]>;

interface AccountRole {
  account: string;
  partition: string;
  roleArn: string | undefined;
}

export class AwsSession implements CloudSession {
  private readonly sessions: RoleSessions;
  private readonly home: string;

  constructor(
    private readonly configuration: AwsConfiguration,
    private readonly access: CloudAccess,
  ) {
    this.sessions = new RoleSessions(access, configuration, callerKeys(access));
    this.home = homeRegion(configuration.partition, access.environment);
  }

  async prove(): Promise<CloudProof> {
    const { roleArn } = this.configuration;
    const keys = this.sessions.keys(roleArn, 'proof', proofSessionActions);
    const { account, partition, identity } = await this.identify(keys);
    const place = this.place({ account, partition, roleArn }, this.home, 'global', keys);
    return proveAws(place, identity, roleArn ?? principalOf(identity));
  }

  /** Whom AWS takes us for. Rejects with CloudRefused where that is of another account than was named. */
  private async identify(keys: AwsKeySource): Promise<{ account: string; partition: string; identity: string }> {
    const { access, home } = this;
    const sts = new STSClient(clientConfig({ access, region: home, keys }, 'STS'));
    const { Account = '', Arn: identity = '' } = await ask(access, 'sts:GetCallerIdentity', () =>
      sts.send(new GetCallerIdentityCommand({})),
    );
    const { account } = this.configuration;
    if (account !== '' && Account !== account)
      throw new CloudRefused({
        where: 'AWS',
        message: `${identity} is of account ${Account === '' ? 'unknown' : Account}, not of ${account}`,
      });
    return { account: Account, partition: identity.split(':')[1] ?? 'aws', identity };
  }

  async parts(): Promise<CloudPart[]> {
    const keys = this.sessions.keys(this.configuration.roleArn, 'survey', surveyActions);
    const place = this.place({ ...(await this.identify(keys)), roleArn: undefined }, this.home, this.home, keys);
    const regions = this.configuration.regions ?? (await enabledRegions(place));
    const accounts = await this.accounts(place);
    return accounts.flatMap((account) =>
      ['global', ...regions].flatMap((region) =>
        awsReaders.filter(({ isGlobal = false }) => isGlobal === (region === 'global')).map((reader) => this.part(account, region, reader)),
      ),
    );
  }

  private part(role: AccountRole, region: string, reader: AwsReader): CloudPart {
    const keys = this.sessions.keys(role.roleArn, reader.name, reader.actions);
    const place = this.place(role, region === 'global' ? this.home : region, region, keys);
    return { id: `${role.account}/${region}/${reader.name}`, read: (): AsyncIterable<CloudResource[]> => reader.read(place) };
  }

  private place({ account, partition }: AccountRole, region: string, shownRegion: string, keys: AwsKeySource): AwsPlace {
    return new AwsPlace({ access: this.access, account, partition, region, shownRegion, keys });
  }

  /** The account itself, or with the name of a role all accounts of its organization, by their numbers. */
  private async accounts(place: SurveyPlace): Promise<AccountRole[]> {
    const { roleArn, organizationRole } = this.configuration;
    const { account, partition } = place;
    if (organizationRole === undefined) return [{ account, partition, roleArn }];
    const organizations = new OrganizationsClient(place.config('ORGANIZATIONS'));
    const found = new Set<string>([account]);
    const list = (NextToken: string | undefined) => organizations.send(new ListAccountsCommand({ NextToken }));
    for await (const { Accounts = [] } of place.pages('organizations:ListAccounts', list, (page) => page.NextToken))
      for (const { Id, Status } of Accounts) if (Id !== undefined && Status !== 'SUSPENDED') found.add(Id);
    return [...found].sort().map((id) => ({
      account: id,
      partition,
      roleArn: id === account ? roleArn : `arn:${partition}:iam::${id}:role/${organizationRole}`,
    }));
  }
}

async function enabledRegions(place: SurveyPlace): Promise<string[]> {
  const ec2 = new EC2Client(place.config('EC2'));
  const { Regions = [] } = await place.ask('ec2:DescribeRegions', () => ec2.send(new DescribeRegionsCommand({})));
  return Regions.flatMap(({ RegionName }) => RegionName ?? []).sort();
}

/** A session of a role is named after it; policies are those of the role. */
function principalOf(identity: string): string {
  const [, partition = '', account = '', name = ''] = /^arn:([\w-]+):sts::(\d+):assumed-role\/([^/]+)\//.exec(identity) ?? [];
  return name === '' ? identity : `arn:${partition}:iam::${account}:role/${name}`;
}
