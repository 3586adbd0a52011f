import type { IacFormat, IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacEstate, IacView } from '../contract/estate.js';
import { itemsOf, member, textOf } from '../contract/values.js';
import { documentFrom, type IamDocument, type IamStatement } from './iam-document.js';
import { encodedIn } from './json-text.js';

/** What a policy is attached to: rights of an identity, who may take a role, who may use a thing, or limits that grant nothing. */
export type PolicyPurpose =
  | 'identity'
  | 'trust'
  | 's3'
  | 's3-access-point'
  | 'kms'
  | 'sns'
  | 'sqs'
  | 'ecr'
  | 'ecr-public'
  | 'resource'
  | 'limit';

export interface IamPolicy {
  purpose: PolicyPurpose;
  /** The attribute that holds it. */
  at: SourcePlace;
  document?: IamDocument;
  /** The expression of a document that is not known. */
  open?: { expression: string; at: SourcePlace };
}

export const policyFormats: readonly IacFormat[] = ['terraform', 'terraform-plan', 'cloudformation', 'iam'];

interface PolicyPlace {
  purpose: PolicyPurpose;
  /** The way from the resource; `[]` goes through each item of a list. */
  path: readonly string[];
}

const identity = (...path: string[]): PolicyPlace => ({ purpose: 'identity', path });
const place = (purpose: PolicyPurpose, ...path: string[]): PolicyPlace => ({ purpose, path });

const PLACES: Readonly<Record<string, readonly PolicyPlace[]>> = {
  aws_iam_policy: [identity('policy')],
  aws_iam_role_policy: [identity('policy')],
  aws_iam_user_policy: [identity('policy')],
  aws_iam_group_policy: [identity('policy')],
  aws_iam_role: [place('trust', 'assume_role_policy'), identity('inline_policy', '[]', 'policy')],
  aws_ssoadmin_permission_set_inline_policy: [identity('inline_policy')],
  aws_s3_bucket: [place('s3', 'policy')],
  aws_s3_bucket_policy: [place('s3', 'policy')],
  aws_s3_access_point: [place('s3-access-point', 'policy')],
  aws_s3control_access_point_policy: [place('s3-access-point', 'policy')],
  aws_s3control_multi_region_access_point_policy: [place('s3-access-point', 'details', 'policy')],
  aws_kms_key: [place('kms', 'policy')],
  aws_kms_key_policy: [place('kms', 'policy')],
  aws_kms_external_key: [place('kms', 'policy')],
  aws_kms_replica_key: [place('kms', 'policy')],
  aws_sns_topic: [place('sns', 'policy')],
  aws_sns_topic_policy: [place('sns', 'policy')],
  aws_sqs_queue: [place('sqs', 'policy')],
  aws_sqs_queue_policy: [place('sqs', 'policy')],
  aws_ecr_repository_policy: [place('ecr', 'policy')],
  aws_ecr_registry_policy: [place('ecr', 'policy')],
  aws_ecrpublic_repository_policy: [place('ecr-public', 'policy')],
  aws_organizations_policy: [place('limit', 'content')],
  aws_secretsmanager_secret_policy: [place('resource', 'policy')],
  aws_glacier_vault: [place('resource', 'access_policy')],
  aws_efs_file_system_policy: [place('resource', 'policy')],
  aws_elasticsearch_domain_policy: [place('resource', 'access_policies')],
  aws_opensearch_domain_policy: [place('resource', 'access_policies')],
  'AWS::IAM::Policy': [identity('PolicyDocument')],
  'AWS::IAM::ManagedPolicy': [identity('PolicyDocument')],
  'AWS::IAM::RolePolicy': [identity('PolicyDocument')],
  'AWS::IAM::UserPolicy': [identity('PolicyDocument')],
  'AWS::IAM::GroupPolicy': [identity('PolicyDocument')],
  'AWS::IAM::Role': [place('trust', 'AssumeRolePolicyDocument'), identity('Policies', '[]', 'PolicyDocument')],
  'AWS::IAM::User': [identity('Policies', '[]', 'PolicyDocument')],
  'AWS::IAM::Group': [identity('Policies', '[]', 'PolicyDocument')],
  'AWS::SSO::PermissionSet': [identity('InlinePolicy')],
  'AWS::S3::BucketPolicy': [place('s3', 'PolicyDocument')],
  'AWS::S3::AccessPoint': [place('s3-access-point', 'Policy')],
  'AWS::S3::AccessPointPolicy': [place('s3-access-point', 'Policy')],
  'AWS::S3::MultiRegionAccessPointPolicy': [place('s3-access-point', 'Policy')],
  'AWS::KMS::Key': [place('kms', 'KeyPolicy')],
  'AWS::KMS::ReplicaKey': [place('kms', 'KeyPolicy')],
  'AWS::SNS::TopicPolicy': [place('sns', 'PolicyDocument')],
  'AWS::SNS::TopicInlinePolicy': [place('sns', 'PolicyDocument')],
  'AWS::SQS::QueuePolicy': [place('sqs', 'PolicyDocument')],
  'AWS::SQS::QueueInlinePolicy': [place('sqs', 'PolicyDocument')],
  'AWS::ECR::Repository': [place('ecr', 'RepositoryPolicyText')],
  'AWS::ECR::RegistryPolicy': [place('ecr', 'PolicyText')],
  'AWS::ECR::PublicRepository': [place('ecr-public', 'RepositoryPolicyText')],
  'AWS::Organizations::Policy': [place('limit', 'Content')],
  'AWS::SecretsManager::ResourcePolicy': [place('resource', 'ResourcePolicy')],
  'AWS::EFS::FileSystem': [place('resource', 'FileSystemPolicy')],
};

/** Every policy that the resources hold. */
export const iamPolicies: IacView<IamPolicy> = {
  id: 'iam-policies',
  *of(resource, estate) {
    if (resource.format === 'iam') yield* plainPolicy(resource);
    else if (isDocumentSource(resource)) yield* blocksPolicy(resource);
    else
      for (const { purpose, path } of PLACES[resource.type] ?? [])
        for (const value of valuesAt(resource.body, path)) {
          const limits = purpose === 'identity' && isBoundary(resource, estate);
          yield policyOf(value, limits ? 'limit' : purpose);
        }
  },
};

/** Data of Terraform that writes a policy; it is worked out by Terraform alone. */
export function isDocumentSource({ type }: Pick<IacResource, 'type'>): boolean {
  return type === 'aws_iam_policy_document';
}

function* plainPolicy(resource: IacResource): Iterable<IamPolicy> {
  const document = documentFrom(resource.body);
  if (document) yield { purpose: isLimitPath(resource.at.path) ? 'limit' : purposeOf(document), at: resource.at, document };
}

/** Names of files with policies of organizations and boundaries, which allow widely on purpose and grant nothing. */
function isLimitPath(path: string): boolean {
  return /(?:^|[/_.-])(?:scps?|service[-_]control|(?:permissions?[-_])?boundar(?:y|ies))(?:[/_.-]|$)/i.test(path);
}

function* blocksPolicy(resource: IacResource): Iterable<IamPolicy> {
  const document = documentIn(member(resource.body, 'json'));
  if (!document) return;
  const isLimit = /(?:^|[_.-])(?:scp|service_control|boundary)(?:[_.-]|$)/i.test(resource.name);
  yield { purpose: isLimit ? 'limit' : purposeOf(document), at: resource.at, document };
}

/** With principals it is no policy of an identity. */
function purposeOf({ statements }: IamDocument): PolicyPurpose {
  if (!statements.some(({ principals, notPrincipals }) => principals ?? notPrincipals)) return 'identity';
  return statements.some(assumesRole) ? 'trust' : 'resource';
}

function assumesRole({ actions }: IamStatement): boolean {
  return actions?.items.some((item) => /^sts:(?:AssumeRole|TagSession)/i.test(textOf(item) ?? '')) ?? false;
}

function* valuesAt(value: IacValue | undefined, [key, ...rest]: readonly string[]): Iterable<IacValue> {
  if (value === undefined) return;
  if (key === undefined) yield value;
  else if (key === '[]') for (const item of itemsOf(value).items) yield* valuesAt(item, rest);
  else yield* valuesAt(member(value, key), rest);
}

function policyOf(value: IacValue, purpose: PolicyPurpose): IamPolicy {
  const document = documentIn(value);
  if (document) return { purpose, at: value.at, document };
  const expression = value.kind === 'unknown' ? value.expression : 'a policy that is no JSON';
  return { purpose, at: value.at, open: { expression, at: value.at } };
}

function documentIn(value: IacValue | undefined): IamDocument | undefined {
  const encoded = encodedIn(value);
  return encoded && documentFrom(encoded);
}

/** A policy that roles or users name as their boundary. */
function isBoundary(resource: IacResource, estate: IacEstate): boolean {
  if (resource.type !== 'aws_iam_policy' && resource.type !== 'AWS::IAM::ManagedPolicy') return false;
  return ['aws_iam_role', 'aws_iam_user', 'AWS::IAM::Role', 'AWS::IAM::User'].some((type) =>
    estate
      .ofType(type)
      .filter(({ root }) => root === resource.root)
      .some(({ body }) =>
        (member(body, 'permissions_boundary') ?? member(body, 'PermissionsBoundary'))?.refersTo?.includes(resource.address),
      ),
  );
}
