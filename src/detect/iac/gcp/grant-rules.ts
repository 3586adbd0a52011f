import type { IacFormat, IacResource, IacValue } from '../../../model/iac.js';
import type { Severity } from '../../../model/severity.js';
import type { IacEstate } from '../contract/estate.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { any, ask, failIf, isOneOf, itemsOf, member, textOf, unknown } from '../contract/values.js';
import { type Grant, grantsOf, isEverybody, isPublicMember } from '../views/gcp-grants.js';
import { type NamedResources, namedBy } from '../views/references.js';
import { blocksOf, typeRule } from '../views/terraform.js';

const DOCS = 'https://cloud.google.com/';
const formats: readonly IacFormat[] = ['terraform', 'terraform-plan'];
const PROJECTS = grantsOf('grants on projects', ['google_project', 'google_folder', 'google_organization']);

interface PublicGrant {
  id: string;
  title: string;
  severity: Severity;
  rationale: string;
  reference: string;
  prefixes: readonly string[];
}

/** A rule about grants to everybody. */
function publicGrant({ id, title, severity, rationale, reference, prefixes }: PublicGrant): IacRule {
  return iacRule({
    id,
    title,
    severity,
    confidence: 'high',
    rationale,
    fix: 'member = "serviceAccount:app@project.iam.gserviceaccount.com" # who needs it, by name',
    references: ['CWE-732', reference],
    formats,
    view: grantsOf(`public grants of ${id}`, prefixes),
    check: publicGrantJudged,
  });
}

function publicGrantJudged({ members, role, at, rest }: Grant): IacJudgement {
  if (rest) return { verdict: 'unknown', at, expression: rest.expression };
  const name = textOf(role);
  return failIf(isEverybody(members, at), { evidence: `${name ?? 'a role'} for ${publicNames(members)}` });
}

function publicNames(members: IacValue | undefined): string {
  return itemsOf(members)
    .items.map((item) => textOf(item) ?? '')
    .filter(isPublicMember)
    .join(', ');
}

const STORAGE_TYPES = [
  'google_storage_bucket_iam_member',
  'google_storage_bucket_iam_binding',
  'google_storage_bucket_iam_policy',
  'google_storage_bucket_acl',
  'google_storage_default_object_acl',
  'google_storage_object_acl',
  'google_storage_bucket_access_control',
  'google_storage_object_access_control',
  'google_storage_default_object_access_control',
];

const bucketGrants = grantsOf('grants on buckets', ['google_storage_bucket']);

const bucketPublic = typeRule({
  id: 'gcp-storage-public',
  title: 'Bucket open to everybody',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Whoever knows or guesses the name reads the objects.',
  fix: 'member = "group:readers@example.com" # and public_access_prevention = "enforced" on the bucket',
  references: ['CWE-732', `${DOCS}storage/docs/public-access-prevention`],
  types: STORAGE_TYPES,
  *check(resource, estate) {
    const lowered = isPrevented(resource, estate) ? { severity: 'low' as const } : {};
    for (const judgement of storageJudgements(resource, estate))
      yield judgement.verdict === 'fail' ? { ...judgement, ...lowered } : judgement;
  },
});

function* storageJudgements(resource: IacResource, estate: IacEstate): Iterable<IacJudgement> {
  const { body, at, type } = resource;
  if (type.includes('_iam_')) {
    for (const grant of bucketGrants.of(resource, estate)) yield publicGrantJudged(grant);
    return;
  }
  const predefined = member(body, 'predefined_acl');
  const entities = type.endsWith('_access_control') ? member(body, 'entity') : member(body, 'role_entity');
  const { items, rest } = itemsOf(entities);
  const open = any(
    [
      ask(predefined, isOneOf(['publicRead', 'publicReadWrite', 'authenticatedRead']), { is: false, at }),
      ...items.map((item) => ask(item, (value) => isPublicMember(String(value).replace(/^.*:/, '')), { is: false, at })),
      ...(rest ? [unknown(rest)] : []),
    ],
    at,
  );
  yield failIf(open, { evidence: textOf(predefined) ?? items.map((item) => textOf(item) ?? '').join(', ') });
}

/** The bucket itself refuses what is public. */
function isPrevented({ body, root }: IacResource, estate: IacEstate): boolean {
  const named = member(body, 'bucket');
  const buckets: NamedResources = {
    id: 'google buckets',
    all: () => estate.ofType('google_storage_bucket'),
    nameOf: (bucket) => textOf(member(bucket.body, 'name')),
  };
  return (
    named !== undefined &&
    namedBy(named, root, buckets, estate).some((bucket) => textOf(member(bucket.body, 'public_access_prevention')) === 'enforced')
  );
}

const ROLES_FIX = 'role = "roles/storage.objectViewer" # the predefined role that is needed';
const BASIC = ['roles/owner', 'roles/editor', 'roles/viewer'];

const basicRole = iacRule({
  id: 'gcp-iam-basic-role',
  title: 'Basic role granted',
  severity: 'high',
  confidence: 'high',
  rationale: 'Owner and Editor hold thousands of permissions on everything in the project.',
  fix: ROLES_FIX,
  references: ['CWE-250', `${DOCS}iam/docs/roles-overview#basic`],
  formats,
  view: PROJECTS,
  check: ({ role, at, rest }) => {
    if (rest) return { verdict: 'unknown', at, expression: rest.expression };
    const viewer = textOf(role) === 'roles/viewer' ? { severity: 'low' as const } : {};
    return failIf(ask(role, isOneOf(BASIC), { is: false, at }), { evidence: `role = ${textOf(role) ?? '…'}`, fix: ROLES_FIX, ...viewer });
  },
});

const IMPERSONATION = ['roles/iam.serviceAccountTokenCreator', 'roles/iam.serviceAccountUser', 'roles/iam.workloadIdentityUser'];

/** Roles of Google's own agents that make tokens of service accounts; they are meant for nobody else. */
const AGENT_ROLES = ['serverless', 'cloudfunctions', 'cloudbuild', 'dataflow', 'dataproc', 'composer'].map(
  (name) => `roles/${name}.serviceAgent`,
);

/** Members are Google's agents: `service-<number of the project>@…`. */
function isForAgents(members: IacValue | undefined): boolean {
  const { items, rest } = itemsOf(members);
  return rest !== undefined || items.every((item) => item.kind === 'unknown' || /^serviceAccount:service-\d+@/.test(textOf(item) ?? ''));
}

const impersonation = iacRule({
  id: 'gcp-iam-sa-impersonation',
  title: 'Every service account of a project may be used',
  severity: 'high',
  confidence: 'high',
  rationale: 'Who holds the role on the project becomes any of its service accounts, with all that they may do.',
  fix: 'resource "google_service_account_iam_member" with service_account_id of the one account that is needed',
  references: ['CWE-269', `${DOCS}iam/docs/service-account-permissions`],
  formats,
  view: PROJECTS,
  check: ({ role, members, at, rest }) => {
    if (rest) return { verdict: 'unknown', at, expression: rest.expression };
    const words = isForAgents(members) ? IMPERSONATION : [...IMPERSONATION, ...AGENT_ROLES];
    return failIf(ask(role, isOneOf(words), { is: false, at }), { evidence: `role = ${textOf(role) ?? '…'}` });
  },
});

const keyPublic = publicGrant({
  id: 'gcp-kms-public',
  title: 'Key open to everybody',
  severity: 'critical',
  rationale: 'Whoever has the ciphertext can decrypt all that the key protects.',
  reference: `${DOCS}kms/docs/iam`,
  prefixes: ['google_kms_crypto_key', 'google_kms_key_ring'],
});

const runPublic = publicGrant({
  id: 'gcp-run-public',
  title: 'Service or function callable by everybody',
  severity: 'medium',
  rationale: 'Nobody is asked who calls: right for a public web site, wrong for a back end.',
  reference: `${DOCS}run/docs/authenticating/overview`,
  prefixes: [
    'google_cloud_run_service',
    'google_cloud_run_v2_service',
    'google_cloud_run_v2_job',
    'google_cloudfunctions_function',
    'google_cloudfunctions2_function',
  ],
});

const DATASET_GRANTS = grantsOf('grants on datasets', ['google_bigquery_dataset', 'google_bigquery_table']);

const bigQueryPublic = typeRule({
  id: 'gcp-bigquery-public',
  title: 'Dataset open to everybody',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Anybody with any Google account reads the data.',
  fix: 'group_by_email = "analysts@example.com"',
  references: ['CWE-732', `${DOCS}bigquery/docs/dataset-access-controls`],
  types: [
    'google_bigquery_dataset',
    'google_bigquery_dataset_access',
    ...['dataset', 'table'].flatMap((kind) => ['member', 'binding', 'policy'].map((form) => `google_bigquery_${kind}_iam_${form}`)),
  ],
  *check(resource, estate) {
    const { body, type } = resource;
    if (type.includes('_iam_')) {
      for (const grant of DATASET_GRANTS.of(resource, estate)) yield publicGrantJudged(grant);
      return;
    }
    const { blocks, rest } = type === 'google_bigquery_dataset' ? blocksOf(body, 'access') : { blocks: [body] };
    for (const access of blocks) {
      const group = member(access, 'special_group');
      const person = member(access, 'iam_member');
      const open = any(
        [group, person].map((value) => ask(value, isPublicMember, { is: false, at: access.at })),
        access.at,
      );
      yield failIf(open, { evidence: `access for ${textOf(group) ?? textOf(person) ?? '…'}` });
    }
    if (rest) yield { verdict: 'unknown', at: rest.at, expression: rest.expression };
  },
});

/** Rules about who was given which role. */
export const grantRules: readonly IacRule[] = [bucketPublic, basicRole, impersonation, keyPublic, bigQueryPublic, runPublic];
