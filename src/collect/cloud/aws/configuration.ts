import type { CloudConnection } from '../../../model/cloud.js';

/** What a connection says about an account, with what follows from it. */
export interface AwsConfiguration {
  account: string;
  /** `aws`, `aws-cn`, `aws-us-gov`, …: the world of its own that all addresses and ARNs name. */
  partition: string;
  /** Absent: the account is read with the caller's own identity. */
  roleArn?: string;
  externalId?: string;
  /** Absent: all regions that the account has enabled. */
  regions?: readonly string[];
  /** The role of this name in each account of the organization. */
  organizationRole?: string;
}

export function configurationOf({ account, configuration }: CloudConnection): AwsConfiguration {
  const text = (name: string) => {
    const value = configuration[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [roleArn, externalId, organizationRole] = [text('role_arn'), text('external_id'), text('organization_role')];
  const listed = configuration['regions'];
  const regions = Array.isArray(listed) ? listed.filter((one): one is string => typeof one === 'string').sort() : [];
  return {
    account: account === '' ? (roleArn?.split(':')[4] ?? '') : account,
    partition: roleArn?.split(':')[1] ?? 'aws',
    ...(roleArn !== undefined && { roleArn }),
    ...(externalId !== undefined && { externalId }),
    ...(regions.length > 0 && { regions }),
    ...(organizationRole !== undefined && { organizationRole }),
  };
}

const HOMES: Readonly<Record<string, string>> = { 'aws-cn': 'cn-north-1', 'aws-us-gov': 'us-gov-west-1' };

/** The region where services without a region are asked. */
export function homeRegion(partition: string, environment: Readonly<Record<string, string | undefined>>): string {
  return HOMES[partition] ?? environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? 'us-east-1';
}
