import { type CloudProviderId, cloudProviders } from '../model/cloud.js';
import type { Setting } from './setting.js';

const group = 'cloud';
const BOTH = ['scan', 'connect'] as const;
const CONNECT = ['connect'] as const;
const needs = ['cloud'] as const;

/** What `scan --cloud` and `connect` are told about an account. */
export const cloudSettings = {
  cloud: {
    flag: '--cloud <provider>',
    type: 'choice',
    choices: cloudProviders,
    group: 'what to scan',
    help: 'read an account of this cloud',
    commands: ['scan'],
  },
  account: {
    flag: '--account <id>',
    type: 'text',
    needs,
    group,
    help: 'account, subscription, project or account locator (default: that of the role or session)',
    commands: BOTH,
  },
  roleArn: { flag: '--role-arn <arn>', type: 'text', needs, group, help: 'AWS: read-only role to assume', commands: BOTH },
  externalId: { flag: '--external-id <id>', type: 'text', needs, group, help: 'AWS: external id that the role asks for', commands: BOTH },
  regions: {
    flag: '--regions <names>',
    type: 'list',
    commas: true,
    needs,
    group,
    help: 'AWS: only these regions (default: all that are enabled)',
    commands: BOTH,
  },
  organizationRole: {
    flag: '--organization-role <name>',
    type: 'text',
    needs,
    group,
    help: 'AWS: role of this name in each account of the organization',
    commands: BOTH,
  },
  subscription: { flag: '--subscription <id>', type: 'text', needs, group, help: 'Azure: the same as --account', commands: BOTH },
  tenantId: { flag: '--tenant-id <id>', type: 'text', needs, group, help: 'Azure: directory', commands: BOTH },
  clientId: { flag: '--client-id <id>', type: 'text', needs, group, help: 'Azure: application or managed identity', commands: BOTH },
  managementGroup: {
    flag: '--management-group <name>',
    type: 'text',
    needs,
    group,
    help: 'Azure: all subscriptions of this group',
    commands: BOTH,
  },
  serviceAccount: {
    flag: '--service-account <email>',
    type: 'text',
    needs,
    group,
    help: 'Google Cloud: service account to act as',
    commands: BOTH,
  },
  workloadIdentityProvider: {
    flag: '--workload-identity-provider <id>',
    type: 'text',
    needs,
    group,
    help: 'Google Cloud: provider of a workload identity pool',
    commands: BOTH,
  },
  user: { flag: '--user <name>', type: 'text', needs, group, help: 'Snowflake: user of the key', commands: BOTH },
  role: { flag: '--role <name>', type: 'text', needs, group, help: 'Snowflake: read-only role', commands: BOTH },
  warehouse: { flag: '--warehouse <name>', type: 'text', needs, group, help: 'Snowflake: warehouse that queries run in', commands: BOTH },
  privateKeyFile: {
    flag: '--private-key-file <file>',
    type: 'text',
    needs,
    group,
    help: 'Snowflake: private key, for the check on this machine only',
    commands: BOTH,
  },
  name: { flag: '--name <name>', type: 'text', group, help: 'name of the connection (default: provider and account)', commands: CONNECT },
  emit: {
    flag: '--emit <form>',
    type: 'choice',
    choices: ['terraform', 'cloudformation', 'cli'],
    group,
    help: 'print the read-only role with the permissions that are needed, and connect nothing',
    commands: CONNECT,
  },
} as const satisfies Record<string, Setting>;

export type CloudSettingKey = keyof typeof cloudSettings;

/** Options of each cloud: those that name the account, and those of its configuration by the API's names of the fields. */
interface CloudOptions {
  account: readonly (CloudSettingKey | 'project')[];
  configuration: Readonly<Record<string, CloudSettingKey>>;
  /** Options that stay on this machine. */
  own?: readonly CloudSettingKey[];
}

export const cloudOptions: Readonly<Record<CloudProviderId, CloudOptions>> = {
  aws: {
    account: ['account'],
    configuration: { role_arn: 'roleArn', external_id: 'externalId', regions: 'regions', organization_role: 'organizationRole' },
  },
  azure: {
    account: ['subscription', 'account'],
    configuration: { directory_id: 'tenantId', client_id: 'clientId', management_group: 'managementGroup' },
  },
  gcp: {
    account: ['project', 'account'],
    configuration: { service_account: 'serviceAccount', workload_identity_provider: 'workloadIdentityProvider' },
  },
  snowflake: { account: ['account'], configuration: { role: 'role', user: 'user', warehouse: 'warehouse' }, own: ['privateKeyFile'] },
};
