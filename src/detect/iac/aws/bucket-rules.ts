import type { IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { type Answer, all, any, ask, failIf, isTrueWord, textOf, unknown } from '../contract/values.js';
import { type AccessBlock, accessBlocks, type Bucket, bucketAcls, bucketPlaces, buckets, opensToAll } from '../views/buckets.js';
import type { IamCondition, IamStatement } from '../views/iam-document.js';
import { type IamPolicy, iamPolicies } from '../views/iam-policies.js';
import { isPublic, ofEverybody } from '../views/iam-questions.js';
import { joined } from '../views/joined.js';
import { statementRule } from '../views/statement-rule.js';
import { syntaxOf } from '../views/typed.js';
import { awsFormats, type Fixes } from './attribute-rule.js';

const BLOCKING = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html';

const PRIVATE: Fixes = {
  terraform: 'acl = "private"',
  cloudformation: 'AccessControl: Private',
};

const BLOCK: Fixes = {
  terraform:
    'resource "aws_s3_bucket_public_access_block" "this" {\n  bucket                  = aws_s3_bucket.this.id\n  block_public_acls       = true\n  block_public_policy     = true\n  ignore_public_acls      = true\n  restrict_public_buckets = true\n}',
  cloudformation:
    'PublicAccessBlockConfiguration:\n  BlockPublicAcls: true\n  BlockPublicPolicy: true\n  IgnorePublicAcls: true\n  RestrictPublicBuckets: true',
};

const TLS_ONLY =
  '{"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": ["<bucket ARN>", "<bucket ARN>/*"], "Condition": {"Bool": {"aws:SecureTransport": "false"}}}';

const BLOCK_INFO = {
  id: 'aws-s3-public-access-block',
  title: 'Public access block missing or partial',
  severity: 'medium',
  confidence: 'high',
  rationale: 'One mistake in a policy or an access list then makes the bucket public.',
  fix: BLOCK.terraform,
  references: ['CWE-732', BLOCKING],
  formats: awsFormats,
} as const;

const TRANSPORT_INFO = {
  id: 'aws-s3-insecure-transport',
  title: 'Bucket policy does not refuse plain HTTP',
  severity: 'low',
  confidence: 'medium',
  rationale: 'A client that asks over plain HTTP is answered, and its signed requests and the data can be read on the way.',
  fix: TLS_ONLY,
  references: ['CWE-319', 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/security-best-practices.html'],
  formats: awsFormats,
} as const;

/** Rules about buckets of S3. */
export const bucketRules: readonly IacRule[] = [
  iacRule({
    id: 'aws-s3-public-acl',
    title: 'Bucket ACL open to everybody',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Anybody on the internet lists, reads or even writes what is in the bucket.',
    fix: PRIVATE.terraform,
    references: ['CWE-732', BLOCKING],
    formats: awsFormats,
    view: bucketAcls,
    check(acl, resource, estate) {
      const { answer, isIgnored } = opensToAll(acl, estate);
      const evidence = `access for ${textOf(acl.canned) ?? 'everybody'}`;
      const related = acl.bucket && acl.bucket !== resource ? [acl.bucket.at] : [];
      return failIf(answer, { evidence, fix: PRIVATE[syntaxOf(resource)], related, ...(isIgnored && { severity: 'medium' }) });
    },
  }),
  joined(
    iacRule({
      ...BLOCK_INFO,
      view: accessBlocks,
      check: (block, resource, estate) =>
        failIf(openSwitch(block), {
          evidence: 'not every switch of the block is on',
          fix: BLOCK[syntaxOf(resource)],
          related: bucketPlaces(resource, estate),
        }),
    }),
    iacRule({ ...BLOCK_INFO, view: buckets, check: blockOf }),
  ),
  statementRule({
    id: 'aws-s3-policy-public',
    title: 'Bucket policy allows everybody',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Anybody on the internet may do with the bucket what the statement allows.',
    fix: 'Name who needs it, for example "Principal": {"AWS": "arn:aws:iam::123456789012:root"}, or bind it: "Condition": {"StringEquals": {"aws:PrincipalOrgID": "o-…"}}.',
    references: ['CWE-732', BLOCKING],
    purposes: ['s3', 's3-access-point'],
    faulty: isPublic,
    failure: (statement, resource, estate) => ({
      related: bucketPlaces(resource, estate),
      ...(isPublicWebsite(statement, resource, estate) && { severity: 'medium' }),
    }),
  }),
  iacRule({
    id: 'aws-s3-logging',
    title: 'Bucket without access log',
    severity: 'none',
    confidence: 'high',
    rationale: 'After an incident nobody can tell who read what.',
    fix: 'resource "aws_s3_bucket_logging" "this" {\n  bucket        = aws_s3_bucket.this.id\n  target_bucket = aws_s3_bucket.logs.id\n  target_prefix = "this/"\n}',
    references: ['CWE-778', 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/ServerLogs.html'],
    formats: awsFormats,
    view: buckets,
    check: (bucket) => logged(bucket),
  }),
  joined(
    iacRule({ ...TRANSPORT_INFO, view: iamPolicies, check: refusal }),
    iacRule({ ...TRANSPORT_INFO, view: buckets, check: missingPolicy }),
  ),
];

/** A switch that is off or not set; off is the default of each. */
function openSwitch({ switches, at }: AccessBlock): Answer {
  const off = (value: IacValue | undefined) => ask(value, (given) => !isTrueWord(given), { is: true, at });
  return any(Object.values(switches).map(off), at);
}

/** The bucket has no block at all. Accounts may have one, and buckets made since April 2023 have all four on. */
function blockOf({ block, accountBlock, strays, resource }: Bucket): IacJudgement | undefined {
  if (block) return undefined;
  // A switch of the account that is off is told where it stands.
  if (accountBlock) return openSwitch(accountBlock).is === 'no' ? { verdict: 'pass' } : undefined;
  const [stray] = strays.filter(({ type }) => type.includes('public_access_block'));
  if (stray) return { verdict: 'unknown', at: resource.at, expression: `the bucket of ${stray.address}` };
  return {
    verdict: 'fail',
    at: resource.at,
    severity: 'low',
    evidence: `${resource.type} ${resource.name} without a public access block`,
    fix: BLOCK[syntaxOf(resource)],
  };
}

function refusal({ purpose, at, document, open }: IamPolicy): IacJudgement | undefined {
  if (purpose !== 's3') return undefined;
  if (open) return { verdict: 'unknown', ...open };
  const statements = document?.statements ?? [];
  const refused = any(
    statements.map((statement) => refusesPlain(statement)),
    at,
  );
  if (refused.is === 'yes' || allowsOnlyTls(statements)) return { verdict: 'pass' };
  if (document?.rest) return failIf(unknown(document.rest), { evidence: '' });
  return failIf(refused.is === 'unknown' ? refused : { is: 'yes', at }, { evidence: 'no statement denies aws:SecureTransport false' });
}

function missingPolicy({ policies, resource }: Bucket): IacJudgement | undefined {
  if (policies.length > 0 || resource.body.entries.has('policy')) return undefined;
  return { verdict: 'unknown', at: resource.at, expression: 'a policy of the bucket, which is not in the tree' };
}

function logged({ hasLog, isLogTarget, resource, strays }: Bucket): IacJudgement {
  const acl = resource.body.entries.get('acl') ?? resource.body.entries.get('AccessControl');
  if (hasLog || isLogTarget || /^log-?delivery-?write$/i.test(textOf(acl) ?? '')) return { verdict: 'pass' };
  const [stray] = strays.filter(({ type }) => type === 'aws_s3_bucket_logging');
  if (stray) return { verdict: 'unknown', at: resource.at, expression: `the bucket of ${stray.address}` };
  return { verdict: 'fail', at: resource.at, evidence: `${resource.type} ${resource.name} without a log` };
}

/** Reading of a bucket that is a website is meant to be public. */
function isPublicWebsite(
  statement: IamStatement,
  policy: { address: string; root: string; refersTo: readonly string[] },
  estate: IacEstate,
): boolean {
  const only = statement.actions?.items.every((item) => /^s3:GetObject(?:Version)?$/i.test(textOf(item) ?? '')) ?? false;
  return (
    only &&
    estate
      .view(buckets)
      .some(
        ({ subject, resource }) =>
          subject.isWebsite &&
          resource.root === policy.root &&
          (resource.address === policy.address || policy.refersTo.includes(resource.address)),
      )
  );
}

/** Nothing is allowed but what comes by TLS. */
function allowsOnlyTls(statements: readonly IamStatement[]): boolean {
  const allowing = statements.filter(({ allows }) => allows.is !== 'no');
  return allowing.length > 0 && allowing.every(({ conditions }) => conditions.some((condition) => isAboutTls(condition, 'true')));
}

function isAboutTls({ operator, key, values }: IamCondition, said: string): boolean {
  return key === 'aws:securetransport' && /^Bool/i.test(operator) && values.items.some((value) => textOf(value)?.toLowerCase() === said);
}

/** Denies everybody what comes without TLS, or below a version of it. */
function refusesPlain(statement: IamStatement): Answer {
  const { allows, conditions, at } = statement;
  if (allows.is === 'yes') return { is: 'no', at };
  const refuses = conditions.some(
    (condition) => isAboutTls(condition, 'false') || (condition.key === 's3:tlsversion' && /^NumericLess/i.test(condition.operator)),
  );
  if (!refuses) return { is: 'no', at };
  const everybody = ofEverybody({ ...statement, allows: { is: 'yes', at } });
  return allows.is === 'unknown' ? allows : all([everybody.is === 'unknown' ? { is: 'yes', at } : everybody], at);
}
