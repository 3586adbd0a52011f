import {
  GetBucketAclCommand,
  GetBucketEncryptionCommand,
  GetBucketLoggingCommand,
  GetBucketPolicyCommand,
  GetBucketPolicyStatusCommand,
  GetBucketVersioningCommand,
  GetPublicAccessBlockCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { CloudRefused } from '../../contract/cloud-errors.js';
import { AwsAnswered } from '../access/ask.js';
import type { AwsPlace } from '../access/place.js';
import { type BucketAnswers, bucketResource } from './bucket.js';
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
      for (const { Name = '' } of Buckets) yield [bucketResource(place, Name, await answersOf(s3, Name, asking(place, Name, refused)))];
    if (refused.size === 0) return;
    throw new CloudRefused({
      where: `AWS: S3 in ${place.region}`,
      message: `these were refused: ${[...refused].sort().slice(0, 10).join(', ')}`,
    });
  },
});

/** `null`: what AWS answers where a bucket has no such thing. Undefined: the bucket's policy keeps us out. */
type Ask = <T>(action: Action, call: () => Promise<T>, ...absent: string[]) => Promise<T | null | undefined>;

function asking(place: Place, Bucket: string, refused: Set<string>): Ask {
  return async (action, call, ...absent) => {
    try {
      return await place.ask(action, call, ['AccessDenied', ...absent]);
    } catch (error) {
      if (!(error instanceof AwsAnswered)) throw error;
      if (absent.includes(error.code)) return null;
      refused.add(`${action} of ${Bucket}`);
      return undefined;
    }
  };
}

async function answersOf(s3: S3Client, Bucket: string, ask: Ask): Promise<BucketAnswers> {
  const question = { Bucket };
  const block = () => s3.send(new GetPublicAccessBlockCommand(question));
  const encryption = () => s3.send(new GetBucketEncryptionCommand(question));
  return {
    block: await ask('s3:GetBucketPublicAccessBlock', block, 'NoSuchPublicAccessBlockConfiguration'),
    status: await ask('s3:GetBucketPolicyStatus', () => s3.send(new GetBucketPolicyStatusCommand(question)), 'NoSuchBucketPolicy'),
    policy: await ask('s3:GetBucketPolicy', () => s3.send(new GetBucketPolicyCommand(question)), 'NoSuchBucketPolicy'),
    acl: await ask('s3:GetBucketAcl', () => s3.send(new GetBucketAclCommand(question))),
    encryption: await ask('s3:GetEncryptionConfiguration', encryption, 'ServerSideEncryptionConfigurationNotFoundError'),
    logging: await ask('s3:GetBucketLogging', () => s3.send(new GetBucketLoggingCommand(question))),
    versioning: await ask('s3:GetBucketVersioning', () => s3.send(new GetBucketVersioningCommand(question))),
    holdsModels: await findModels(s3, Bucket, ask),
  };
}

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
