import type {
  GetBucketAclOutput,
  GetBucketEncryptionOutput,
  GetBucketLoggingOutput,
  GetBucketPolicyOutput,
  GetBucketPolicyStatusOutput,
  GetBucketVersioningOutput,
  GetPublicAccessBlockOutput,
  Grant,
  PublicAccessBlockConfiguration,
} from '@aws-sdk/client-s3';
import type { CloudAnswer, CloudFacts, CloudResource } from '../../../../model/cloud.js';
import type { AwsPlace } from '../access/place.js';
import { concerns, type PolicyStatement, statementsOf } from '../policies/policy.js';
import { trustOf } from '../policies/trust.js';

type Answer<T> = T | null | undefined;

/** What S3 said of a bucket. `null`: the bucket has no such thing. Undefined: it was not ours to ask. */
export interface BucketAnswers {
  block: Answer<GetPublicAccessBlockOutput>;
  status: Answer<GetBucketPolicyStatusOutput>;
  policy: Answer<GetBucketPolicyOutput>;
  acl: Answer<GetBucketAclOutput>;
  encryption: Answer<GetBucketEncryptionOutput>;
  logging: Answer<GetBucketLoggingOutput>;
  versioning: Answer<GetBucketVersioningOutput>;
  holdsModels: boolean | null;
}

export function bucketResource(place: AwsPlace, name: string, answers: BucketAnswers): CloudResource {
  const { block, status, acl } = answers;
  const grants = acl === undefined ? undefined : grantsToAll(acl?.Grants);
  const open = publicOf(block === undefined ? undefined : (block?.PublicAccessBlockConfiguration ?? {}), {
    policy: status === undefined ? undefined : status?.PolicyStatus?.IsPublic === true,
    grants,
  });
  return place.resource({
    kind: 'data',
    type: 'AWS::S3::Bucket',
    native_id: `arn:${place.partition}:s3:::${name}`,
    name,
    public: open,
    authenticated: open === 'yes' ? 'no' : open === 'no' ? 'yes' : 'unknown',
    facts: factsOf(place.account, answers, open === 'no' && grants ? [] : grants),
  });
}

/** `grants`: those to everybody that hold. */
function factsOf(account: string, answers: BucketAnswers, grants: readonly Grant[] | undefined): CloudFacts {
  const { policy, encryption, logging, versioning, holdsModels } = answers;
  const statements = policy === undefined ? undefined : policy === null ? [] : statementsOf(policy.Policy);
  return {
    encrypted: encryption === undefined ? null : encryption !== null,
    logged: logging === undefined ? null : logging?.LoggingEnabled !== undefined,
    versioned: versioning === undefined ? null : versioning?.Status === 'Enabled',
    holds_models: holdsModels,
    written_by_outsiders: writtenByOutsiders(account, statements, grants),
    shared_with: statements === undefined ? null : trustOf(statements, account).accounts.filter((one) => /^\d{12}$/.test(one)),
    tls_only: statements === undefined ? null : statements.some(isTlsOnly),
  };
}

function grantsToAll(grants: readonly Grant[] | undefined): Grant[] {
  return (grants ?? []).filter(({ Grantee }) => /\/(AllUsers|AuthenticatedUsers)$/.test(Grantee?.URI ?? ''));
}

/** Statements for others, and grants to everybody, that allow to put or delete objects. */
function writtenByOutsiders(
  account: string,
  statements: readonly PolicyStatement[] | undefined,
  grants: readonly Grant[] | undefined,
): boolean | null {
  const byPolicy = statements?.some(
    (one) =>
      one.isAllow &&
      (concerns(one, 's3:PutObject') || concerns(one, 's3:DeleteObject')) &&
      ((one.principals.includes('*') && !one.isConditional) || trustOf([one], account).accounts.length > 0),
  );
  const byGrants = grants?.some(({ Permission }) => Permission === 'WRITE' || Permission === 'FULL_CONTROL');
  if (byPolicy === true || byGrants === true) return true;
  return byPolicy === undefined || byGrants === undefined ? null : false;
}

/** A Deny of everything that comes without TLS. */
function isTlsOnly({ isAllow, condition }: PolicyStatement): boolean {
  return !isAllow && /"aws:SecureTransport":\[?"?false/i.test(condition);
}

interface Opened {
  policy: boolean | undefined;
  grants: Grant[] | undefined;
}

/** A policy or a list of grants opens a bucket, unless its block of public access closes it again. */
function publicOf(block: PublicAccessBlockConfiguration | undefined, { policy, grants }: Opened): CloudAnswer {
  const byPolicy = policy === undefined ? undefined : policy && block?.RestrictPublicBuckets !== true;
  const byGrants = grants === undefined ? undefined : grants.length > 0 && block?.IgnorePublicAcls !== true;
  if (byPolicy === true || byGrants === true) return block === undefined ? 'unknown' : 'yes';
  return byPolicy === undefined || byGrants === undefined ? 'unknown' : 'no';
}
