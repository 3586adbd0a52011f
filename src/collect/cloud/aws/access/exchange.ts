import { GetRoleCredentialsCommand, SSOClient } from '@aws-sdk/client-sso';
import {
  AssumeRoleCommand,
  type AssumeRoleCommandInput,
  AssumeRoleWithWebIdentityCommand,
  type Credentials,
  STSClient,
} from '@aws-sdk/client-sts';
import { CloudUnreachable } from '../../contract/cloud-errors.js';
import type { CloudAccess } from '../../contract/provider.js';
import { homeRegion } from '../configuration.js';
import { ask } from './ask.js';
import { clientConfig } from './client-config.js';
import type { AwsKeySource, AwsKeys } from './keys.js';

/** For questions that carry their proof themselves; nothing signs them. */
const NOBODY: AwsKeySource = () => Promise.resolve({ accessKeyId: '', secretAccessKey: '' });

export interface WebIdentity {
  roleArn: string;
  sessionName: string;
  token: string;
}

export async function keysOfToken(access: CloudAccess, { roleArn: RoleArn, sessionName, token }: WebIdentity): Promise<AwsKeys> {
  const sts = new STSClient(clientConfig({ access, region: regionOf(access, RoleArn), keys: NOBODY }, 'STS'));
  const question = new AssumeRoleWithWebIdentityCommand({ RoleArn, RoleSessionName: sessionName, WebIdentityToken: token });
  return keysOfSts(await ask(access, 'sts:AssumeRoleWithWebIdentity', () => sts.send(question)));
}

export interface RoleQuestion {
  roleArn: string;
  externalId?: string | undefined;
  /** What the session may do of what the role may; absent: all of it. */
  policy?: string;
  region?: string | undefined;
}

export async function keysOfRole(
  access: CloudAccess,
  keys: AwsKeySource,
  { roleArn, externalId, policy, region }: RoleQuestion,
): Promise<AwsKeys> {
  const sts = new STSClient(clientConfig({ access, region: region ?? regionOf(access, roleArn), keys }, 'STS'));
  const question: AssumeRoleCommandInput = { RoleArn: roleArn, RoleSessionName: 'castellan', ExternalId: externalId, Policy: policy };
  return keysOfSts(await ask(access, `sts:AssumeRole of ${roleArn}`, () => sts.send(new AssumeRoleCommand(question))));
}

export interface AwsSignIn {
  region: string;
  accessToken: string;
  accountId: string;
  roleName: string;
}

export async function keysOfSignIn(access: CloudAccess, { region, ...question }: AwsSignIn): Promise<AwsKeys> {
  const sso = new SSOClient(clientConfig({ access, region, keys: NOBODY }, 'SSO'));
  const { roleCredentials } = await ask(access, 'sso:GetRoleCredentials', () => sso.send(new GetRoleCredentialsCommand(question)));
  const { accessKeyId, secretAccessKey, sessionToken, expiration } = roleCredentials ?? {};
  if (!accessKeyId || !secretAccessKey || !sessionToken)
    throw new CloudUnreachable({ where: 'AWS: SSO', message: 'its answer holds no keys' });
  return { accessKeyId, secretAccessKey, sessionToken, ...(expiration && { expiration: new Date(expiration) }) };
}

function regionOf({ environment }: CloudAccess, arn: string): string {
  return homeRegion(arn.split(':')[1] ?? 'aws', environment);
}

function keysOfSts({ Credentials: lent }: { Credentials?: Credentials | undefined }): AwsKeys {
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken, Expiration: expiration } = lent ?? {};
  if (!accessKeyId || !secretAccessKey || !sessionToken)
    throw new CloudUnreachable({ where: 'AWS: STS', message: 'its answer holds no keys' });
  return { accessKeyId, secretAccessKey, sessionToken, ...(expiration && { expiration }) };
}
