import {
  GetBucketAclCommand,
  GetBucketEncryptionCommand,
  GetBucketLoggingCommand,
  GetBucketPolicyCommand,
  GetBucketPolicyStatusCommand,
  GetBucketVersioningCommand,
  GetPublicAccessBlockCommand,
  type Grant,
  ListBucketsCommand,
  ListObjectsV2Command,
  type PublicAccessBlockConfiguration,
  S3Client,
} from '@aws-sdk/client-s3';
import type { CloudAnswer, CloudResource } from '../../../../model/cloud.js';
import { CloudRefused } from '../../contract/cloud-errors.js';
import { AwsAnswered } from '../access/ask.js';
import type { AwsPlace } from '../access/place.js';
import { concerns, type Statement, statementsOf } from '../policies/policy.js';
import { trustOf } from '../policies/trust.js';
import { awsReader } from './reader.js';

const actions = [
  's3:GetBucketAcl',
  's3:GetBucketLogging',
  's3:GetBucketPolicy',
  's3:GetBucketPolicyStatus',
  's3:GetBucketPublicAccessBlock',
  's3:GetBucketVersioning',
  's3:GetEncryptionConfiguration',
  's3:ListAllMyBuckets',
  's3:ListBucket',
] as const;
type Action = (typeof actions)[number];
type Place = AwsPlace<Action>;

/** Names of models are among the first of a bucket that is for models. */
const KEY_PAGES = 2;
const MODEL =
  /\.(safetensors|gguf|ggml|onnx|pt|pth|ckpt|pkl|joblib|h5|keras|tflite|mlmodel)$|(^|\/)(model\.tar\.gz|pytorch_model\.bin|saved_model\.pb)$/i;

/** Buckets of one region. */
export const s3Reader = awsReader({
  name: 's3',
  actions,
  async *read(place: Place) {
    const config = place.config('S3');
    const s3 = new S3Client({
      ...config,
      // A server of one address has no name of its own for each bucket.
      forcePathStyle: config.endpoint !== undefined,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    const refused = new Set<string>();
    const list = (ContinuationToken: string | undefined) =>
      s3.send(new ListBucketsCommand({ BucketRegion: place.region, MaxBuckets: 1000, ContinuationToken }));
    for await (const { Buckets = [] } of place.pages('s3:ListAllMyBuckets', list, (page) => page.ContinuationToken))
      for (const { Name = '' } of Buckets) yield [await bucketOf(place, s3, Name, refused)];
    if (refused.size === 0) return;
    throw new CloudRefused({
      where: `AWS: S3 in ${place.region}`,
      message: `these were refused: ${[...refused].sort().slice(0, 10).join(', ')}`,
    });
  },
});

async function bucketOf(place: Place, s3: S3Client, Bucket: string, refused: Set<string>): Promise<CloudResource> {
  /** `null`: what AWS answers where a bucket has no such thing. Undefined: the bucket's policy keeps us out. */
  const ask = async <T>(action: Action, call: () => Promise<T>, absent: string[] = []): Promise<T | null | undefined> => {
    try {
      return await place.ask(action, call, ['AccessDenied', ...absent]);
    } catch (error) {
      if (!(error instanceof AwsAnswered)) throw error;
      if (absent.includes(error.code)) return null;
      refused.add(`${action} of ${Bucket}`);
      return undefined;
    }
  };
  const block = await ask('s3:GetBucketPublicAccessBlock', () => s3.send(new GetPublicAccessBlockCommand({ Bucket })), [
    'NoSuchPublicAccessBlockConfiguration',
  ]);
  const status = await ask('s3:GetBucketPolicyStatus', () => s3.send(new GetBucketPolicyStatusCommand({ Bucket })), ['NoSuchBucketPolicy']);
  const policy = await ask('s3:GetBucketPolicy', () => s3.send(new GetBucketPolicyCommand({ Bucket })), ['NoSuchBucketPolicy']);
  const statements = policy === undefined ? undefined : policy === null ? [] : statementsOf(policy.Policy);
  const acl = await ask('s3:GetBucketAcl', () => s3.send(new GetBucketAclCommand({ Bucket })));
  const encryption = await ask('s3:GetEncryptionConfiguration', () => s3.send(new GetBucketEncryptionCommand({ Bucket })), [
    'ServerSideEncryptionConfigurationNotFoundError',
  ]);
  const logging = await ask('s3:GetBucketLogging', () => s3.send(new GetBucketLoggingCommand({ Bucket })));
  const versioning = await ask('s3:GetBucketVersioning', () => s3.send(new GetBucketVersioningCommand({ Bucket })));
  const holdsModels = await findModels(s3, Bucket, ask);
  const open = publicOf(block === undefined ? undefined : (block?.PublicAccessBlockConfiguration ?? {}), {
    policy: status === undefined ? undefined : status?.PolicyStatus?.IsPublic === true,
    grants: acl === undefined ? undefined : grantsToAll(acl?.Grants),
  });
  const grants = grantsToAll(acl?.Grants ?? []);
  return place.resource({
    kind: 'data',
    type: 'AWS::S3::Bucket',
    native_id: `arn:${place.partition}:s3:::${Bucket}`,
    name: Bucket,
    public: open,
    authenticated: open === 'yes' ? 'no' : open === 'no' ? 'yes' : 'unknown',
    facts: {
      encrypted: encryption === undefined ? null : encryption !== null,
      logged: logging === undefined ? null : logging?.LoggingEnabled !== undefined,
      versioned: versioning === undefined ? null : versioning?.Status === 'Enabled',
      holds_models: holdsModels,
      written_by_outsiders: writtenByOutsiders(place, statements, acl === undefined ? undefined : open === 'no' ? [] : grants),
      shared_with: statements === undefined ? null : trustOf(statements, place.account).accounts.filter((one) => /^\d{12}$/.test(one)),
      tls_only: statements === undefined ? null : statements.some(isTlsOnly),
    },
  });
}

function grantsToAll(grants: readonly Grant[] | undefined): Grant[] {
  return (grants ?? []).filter(({ Grantee }) => /\/(AllUsers|AuthenticatedUsers)$/.test(Grantee?.URI ?? ''));
}

/** Statements for others, and grants to everybody, that allow to put or delete objects. */
function writtenByOutsiders(
  { account }: Place,
  statements: readonly Statement[] | undefined,
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
function isTlsOnly({ isAllow, condition }: Statement): boolean {
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

type Ask = <T>(action: Action, call: () => Promise<T>) => Promise<T | null | undefined>;

async function findModels(s3: S3Client, Bucket: string, ask: Ask): Promise<boolean | null> {
  let token: string | undefined;
  for (let page = 0; page < KEY_PAGES; page++) {
    const ContinuationToken = token;
    const listed = await ask('s3:ListBucket', () => s3.send(new ListObjectsV2Command({ Bucket, ContinuationToken })));
    if (!listed) return null;
    if ((listed.Contents ?? []).some(({ Key }) => MODEL.test(Key ?? ''))) return true;
    token = listed.IsTruncated === true ? listed.NextContinuationToken : undefined;
    if (token === undefined) return false;
  }
  // There are more keys than are looked at.
  return null;
}
