import type { IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacEstate, IacView } from '../contract/estate.js';
import { type Answer, any, ask, isOneOf, isTrueWord, itemsOf, member } from '../contract/values.js';
import { attachedTo } from './references.js';

/** One list of who may use a bucket: a canned one, or the groups that grants name. */
export interface BucketAcl {
  /** The canned list. */
  canned?: IacValue;
  /** Addresses of groups that are granted something. */
  grantees: readonly IacValue[];
  at: SourcePlace;
  /** The bucket, if it is in the tree. */
  bucket?: IacResource;
}

/** The four switches that keep a bucket private whatever its lists and policies say. */
export interface AccessBlock {
  at: SourcePlace;
  /** The switches, each at its value; undefined where it is not set. */
  switches: Readonly<Record<'blockAcls' | 'blockPolicy' | 'ignoreAcls' | 'restrict', IacValue | undefined>>;
}

export interface Bucket {
  resource: IacResource;
  /** Undefined: no block of this bucket is in the root. */
  block?: AccessBlock;
  /** The block of the whole account, if the root has one. */
  accountBlock?: AccessBlock;
  /** Blocks and policies of the root whose bucket is not known: any of them may be of this one. */
  strays: readonly IacResource[];
  policies: readonly IacResource[];
  hasLog: boolean;
  isLogTarget: boolean;
  isWebsite: boolean;
}

const ACCOUNT_BLOCK = 'aws_s3_account_public_access_block';

const OWN_NAME: Readonly<Record<string, string>> = { aws_s3_bucket: 'bucket', 'AWS::S3::Bucket': 'BucketName' };

const TERRAFORM_SWITCHES = {
  blockAcls: 'block_public_acls',
  blockPolicy: 'block_public_policy',
  ignoreAcls: 'ignore_public_acls',
  restrict: 'restrict_public_buckets',
} as const;
const CLOUDFORMATION_SWITCHES = {
  blockAcls: 'BlockPublicAcls',
  blockPolicy: 'BlockPublicPolicy',
  ignoreAcls: 'IgnorePublicAcls',
  restrict: 'RestrictPublicBuckets',
} as const;

/** Buckets with what other resources add to them. */
export const buckets: IacView<Bucket> = {
  id: 'aws-buckets',
  *of(resource, estate) {
    if (Object.hasOwn(OWN_NAME, resource.type)) yield bucketOf(resource, estate);
  },
};

function bucketOf(resource: IacResource, estate: IacEstate): Bucket {
  const { body } = resource;
  const near = (types: Readonly<Record<string, string>>) => attachedTo(resource, estate, types, OWN_NAME[resource.type] ?? '');
  const [separate] = near({ aws_s3_bucket_public_access_block: 'bucket' });
  const inline = member(body, 'PublicAccessBlockConfiguration');
  const block = separate ? accessBlock(separate.body, separate.at) : inline && accessBlock(inline, inline.at);
  const hasLog = [member(body, 'logging'), member(body, 'LoggingConfiguration')].some(
    (value) => value !== undefined && (value.kind !== 'list' || value.items.length > 0 || value.rest !== undefined),
  );
  const account = estate.ofType(ACCOUNT_BLOCK).find(({ root }) => root === resource.root);
  return {
    resource,
    ...(block && { block }),
    ...(account && { accountBlock: accessBlock(account.body, account.at) }),
    strays: straysOf(resource, estate),
    policies: near({ aws_s3_bucket_policy: 'bucket', 'AWS::S3::BucketPolicy': 'Bucket' }),
    hasLog: hasLog || near({ aws_s3_bucket_logging: 'bucket' }).length > 0,
    isLogTarget: near({ aws_s3_bucket_logging: 'target_bucket' }).length > 0 || isTargetOfOther(resource, estate),
    isWebsite:
      member(body, 'website') !== undefined ||
      member(body, 'WebsiteConfiguration') !== undefined ||
      near({ aws_s3_bucket_website_configuration: 'bucket' }).length > 0,
  };
}

/** Blocks and policies whose bucket is a value that nobody knows. */
function straysOf({ root }: IacResource, estate: IacEstate): IacResource[] {
  const strays = estate.once('stray bucket resources', () =>
    STRAYING.flatMap((type) => estate.ofType(type)).filter(({ body }) => {
      const bucket = member(body, 'bucket') ?? member(body, 'Bucket');
      return bucket?.kind === 'unknown' && !bucket.refersTo?.length;
    }),
  );
  return strays.filter((stray) => stray.root === root);
}

const STRAYING = ['aws_s3_bucket_public_access_block', 'aws_s3_bucket_policy', 'AWS::S3::BucketPolicy', 'aws_s3_bucket_logging'];

function isTargetOfOther(resource: IacResource, estate: IacEstate): boolean {
  const targets = estate.once('log targets of buckets', () => {
    const named = new Map<string, IacResource[]>();
    for (const other of [...estate.ofType('aws_s3_bucket'), ...estate.ofType('AWS::S3::Bucket')]) {
      const target = member(other.body, 'logging', 'target_bucket') ?? member(other.body, 'LoggingConfiguration', 'DestinationBucketName');
      for (const address of target?.refersTo ?? []) {
        const key = `${other.root}\n${address}`;
        named.set(key, [...(named.get(key) ?? []), other]);
      }
    }
    return named;
  });
  return (targets.get(`${resource.root}\n${resource.address}`) ?? []).some((other) => other !== resource);
}

function accessBlock(body: IacValue, at: SourcePlace): AccessBlock {
  const get = (name: keyof typeof TERRAFORM_SWITCHES) =>
    member(body, TERRAFORM_SWITCHES[name]) ?? member(body, CLOUDFORMATION_SWITCHES[name]);
  return {
    at,
    switches: { blockAcls: get('blockAcls'), blockPolicy: get('blockPolicy'), ignoreAcls: get('ignoreAcls'), restrict: get('restrict') },
  };
}

/** Blocks that are resources of their own; those in a bucket belong to it. */
export const accessBlocks: IacView<AccessBlock> = {
  id: 'aws-access-blocks',
  *of({ type, body, at }) {
    if (type === 'aws_s3_bucket_public_access_block' || type === ACCOUNT_BLOCK) yield accessBlock(body, at);
    const inline = type === 'AWS::S3::Bucket' ? member(body, 'PublicAccessBlockConfiguration') : undefined;
    if (inline) yield accessBlock(inline, inline.at);
  },
};

/** Lists of who may use a bucket, in the bucket or beside it. */
export const bucketAcls: IacView<BucketAcl> = {
  id: 'aws-bucket-acls',
  *of(resource, estate) {
    const { type, body, at } = resource;
    if (type === 'aws_s3_bucket') yield { ...listOf(body, 'acl', itemsOf(member(body, 'grant')).items), at, bucket: resource };
    if (type === 'AWS::S3::Bucket') yield { ...listOf(body, 'AccessControl', []), at, bucket: resource };
    if (OBJECTS.has(type)) yield { ...listOf(body, 'acl', itemsOf(member(body, 'grant')).items), at };
    if (type !== 'aws_s3_bucket_acl') return;
    const grants = itemsOf(member(body, 'access_control_policy', 'grant')).items.map((grant) => member(grant, 'grantee'));
    const near = bucketsOf(resource, { aws_s3_bucket_acl: 'bucket' }, estate);
    // Several may have the same name; the one that is referred to is the one.
    const bucket = near.find(({ address }) => member(body, 'bucket')?.refersTo?.includes(address)) ?? near[0];
    yield {
      ...listOf(
        body,
        'acl',
        grants.filter((grantee) => grantee !== undefined),
      ),
      at,
      ...(bucket && { bucket }),
    };
  },
};

/** Single objects have lists of their own. */
const OBJECTS = new Set(['aws_s3_object', 'aws_s3_bucket_object', 'aws_s3_object_copy']);

function listOf(body: IacValue, name: string, grants: readonly IacValue[]): Pick<BucketAcl, 'canned' | 'grantees'> {
  const canned = member(body, name);
  const grantees = grants.map((grant) => member(grant, 'uri')).filter((uri) => uri !== undefined);
  return { ...(canned && { canned }), grantees };
}

const ATTACHMENTS = {
  aws_s3_bucket_public_access_block: 'bucket',
  aws_s3_bucket_policy: 'bucket',
  'AWS::S3::BucketPolicy': 'Bucket',
} as const;

/** Where the bucket starts that a block or a policy is for, if it is another resource of the tree. */
export function bucketPlaces(attachment: IacResource, estate: IacEstate): SourcePlace[] {
  return bucketsBeside(attachment, estate).map(({ at }) => at);
}

/** The buckets that a block or a policy is for, if they are other resources of the tree. */
export function bucketsBeside(attachment: IacResource, estate: IacEstate): readonly IacResource[] {
  return Object.hasOwn(ATTACHMENTS, attachment.type) ? bucketsOf(attachment, ATTACHMENTS, estate) : [];
}

/** Whether a list lets everybody in, and whether a block makes nothing of it. */
export function opensToAll({ canned, grantees, at, bucket }: BucketAcl, estate: IacEstate): { answer: Answer; isIgnored: boolean } {
  const answer = any(
    [
      ask(canned, isPublicAcl, { is: false, at }),
      ...grantees.map((uri) => ask(uri, (text) => EVERYBODY.test(String(text)), { is: false, at: uri.at })),
    ],
    at,
  );
  return { answer, isIgnored: answer.is === 'yes' && isSwitchedOn(bucket, 'ignoreAcls', estate) };
}

/** Whether a switch of the block of a bucket, or of its account, is on. */
export function isSwitchedOn(bucket: IacResource | undefined, name: keyof AccessBlock['switches'], estate: IacEstate): boolean {
  const [found] = bucket ? buckets.of(bucket, estate) : [];
  return ask((found?.accountBlock ?? found?.block)?.switches[name], isTrueWord, { is: false, at: { path: '', line: 1 } }).is === 'yes';
}

const isPublicAcl = isOneOf([
  'public-read',
  'public-read-write',
  'authenticated-read',
  'PublicRead',
  'PublicReadWrite',
  'AuthenticatedRead',
]);
const EVERYBODY = /\/groups\/global\/(?:AllUsers|AuthenticatedUsers)$/;

/** The buckets that a resource of one of the types names by the attribute beside it. */
function bucketsOf(attachment: IacResource, types: Readonly<Record<string, string>>, estate: IacEstate): readonly IacResource[] {
  const named = estate.once(`buckets named by ${Object.keys(types).join(' ')}`, () => {
    const byAttachment = new Map<IacResource, IacResource[]>();
    for (const [type, ownName] of Object.entries(OWN_NAME))
      for (const bucket of estate.ofType(type))
        for (const one of attachedTo(bucket, estate, types, ownName)) byAttachment.set(one, [...(byAttachment.get(one) ?? []), bucket]);
    return byAttachment;
  });
  return named.get(attachment) ?? [];
}
