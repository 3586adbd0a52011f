import type { IacValue } from '../../../model/iac.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { type Answer, all, any, ask, isOneOf, isTrueWord, itemsOf, member, not, textOf, unknown } from '../contract/values.js';
import { clusters, repositories, type Task, tasks } from '../views/aws-containers.js';
import { isWholeInternet } from '../views/ip-ranges.js';
import type { Thing } from '../views/typed.js';
import { attributeRule, awsFormats, type Fixes, failWith } from './attribute-rule.js';

const EKS = 'https://docs.aws.amazon.com/eks/latest/userguide/';
const ENDPOINT: Fixes = {
  terraform: 'vpc_config {\n  endpoint_public_access  = false\n  endpoint_private_access = true\n}',
  cloudformation: 'ResourcesVpcConfig:\n  EndpointPublicAccess: false\n  EndpointPrivateAccess: true',
};
const SECRETS: Fixes = {
  terraform: 'encryption_config {\n  resources = ["secrets"]\n  provider {\n    key_arn = aws_kms_key.eks.arn\n  }\n}',
  cloudformation: 'EncryptionConfig:\n  - Resources: [secrets]\n    Provider: {KeyArn: <ARN of the key>}',
};
const LOGS: Fixes = {
  terraform: 'enabled_cluster_log_types = ["api", "audit", "authenticator"]',
  cloudformation: 'Logging:\n  ClusterLogging:\n    EnabledTypes: [{Type: api}, {Type: audit}, {Type: authenticator}]',
};
const UNPRIVILEGED: Fixes = { terraform: 'privileged = false', cloudformation: 'Privileged: false' };

type Cluster = Thing<'public' | 'ranges' | 'encryption' | 'version' | 'logs'>;

/** Rules about registries, clusters and tasks. */
export const containerRules: readonly IacRule[] = [
  attributeRule({
    id: 'aws-ecr-mutable',
    title: 'Image tags can be overwritten',
    severity: 'low',
    confidence: 'high',
    rationale: 'What was scanned and approved under a tag is not what runs under it tomorrow.',
    references: ['CWE-345', 'https://docs.aws.amazon.com/AmazonECR/latest/userguide/image-tag-mutability.html'],
    fixes: { terraform: 'image_tag_mutability = "IMMUTABLE"', cloudformation: 'ImageTagMutability: IMMUTABLE' },
    view: repositories,
    field: 'mutability',
    faulty: (value) => !/^IMMUTABLE/.test(String(value)),
    absent: 'faulty',
  }),
  iacRule({
    id: 'aws-eks-public-endpoint',
    title: 'Cluster API open to the internet',
    severity: 'high',
    confidence: 'high',
    rationale: 'Each flaw of the API of Kubernetes, and each leaked credential, can then be used from anywhere.',
    fix: ENDPOINT.terraform,
    references: ['CWE-284', `${EKS}cluster-endpoint.html`],
    formats: awsFormats,
    view: clusters,
    check(cluster) {
      const open = ask(cluster.get('public'), isTrueWord, { is: true, at: cluster.at });
      const everybody = openRanges(cluster.get('ranges'), cluster);
      const at = everybody.at === cluster.at ? open.at : everybody.at;
      return failWith(all([open, everybody], at), cluster, { evidence: 'a public endpoint for every address', fixes: ENDPOINT });
    },
  }),
  iacRule({
    id: 'aws-eks-secrets-unencrypted',
    title: 'Cluster secrets without own key',
    severity: 'low',
    confidence: 'high',
    rationale: 'Secrets of the cluster lie in its store and in backups of it under no key that you can take away.',
    fix: SECRETS.terraform,
    references: ['CWE-311', `${EKS}enable-kms.html`],
    formats: awsFormats,
    view: clusters,
    check: withoutSecretsKey,
  }),
  iacRule({
    id: 'aws-eks-logging',
    title: 'Cluster control plane logs off',
    severity: 'medium',
    confidence: 'high',
    rationale: 'After an incident nobody can tell who asked the cluster for what.',
    fix: LOGS.terraform,
    references: ['CWE-778', `${EKS}control-plane-logs.html`],
    formats: awsFormats,
    view: clusters,
    check(cluster) {
      const logs = cluster.get('logs');
      const place = logs?.at ?? cluster.at;
      const { items, rest } = itemsOf(logs);
      const names = items.map((item) => (item.kind === 'map' ? member(item, 'Type') : item)).filter((item) => item !== undefined);
      const missing = ['api', 'audit', 'authenticator'].map((name) => {
        const has = names.map((item) => ask(item, isOneOf([name]), { is: false, at: place }));
        return not(any([...has, ...(rest ? [unknown(rest)] : [])], place));
      });
      return failWith(any(missing, place), cluster, {
        evidence: `logs: ${names.map((item) => textOf(item) ?? '…').join(', ') || 'none'}`,
        fixes: LOGS,
      });
    },
  }),
  iacRule({
    id: 'aws-ecs-privileged',
    title: 'Task runs privileged',
    severity: 'high',
    confidence: 'high',
    rationale: 'The container has the host, and with it the role of the host and every other task on it.',
    fix: UNPRIVILEGED.terraform,
    references: ['CWE-250', 'https://docs.aws.amazon.com/AmazonECS/latest/bestpracticesguide/security-tasks-containers.html'],
    formats: awsFormats,
    view: tasks,
    check: privileged,
  }),
];

/** Absent ranges are all of them. */
function openRanges(ranges: IacValue | undefined, { at }: Cluster): Answer {
  if (ranges === undefined) return { is: 'yes', at };
  const { items, rest } = itemsOf(ranges);
  const texts = items.map(textOf).filter((text) => text !== undefined);
  if (isWholeInternet(texts)) return { is: 'yes', at: items[0]?.at ?? ranges.at };
  const open = rest ?? items.find((item) => item.kind === 'unknown' && !item.refersTo?.length);
  return open?.kind === 'unknown' ? unknown(open) : { is: items.length === 0 ? 'yes' : 'no', at: ranges.at };
}

/** Since 1.28 the service encrypts all data of the API by itself. */
function withoutSecretsKey(cluster: Cluster): IacJudgement {
  const { at } = cluster;
  const encryption = cluster.get('encryption');
  const { items, rest } = itemsOf(encryption);
  const resources = items.flatMap((item) => itemsOf(member(item, 'resources') ?? member(item, 'Resources')).items);
  const has = any([...resources.map((item) => ask(item, isOneOf(['secrets']), { is: false, at })), ...(rest ? [unknown(rest)] : [])], at);
  const version = ask(cluster.get('version'), isEncryptedVersion, { is: false, at });
  const answer = all([not(has), not(version)], encryption?.at ?? at);
  return failWith(answer.is === 'yes' ? { is: 'yes', at: encryption?.at ?? at } : answer, cluster, {
    evidence: 'no encryption of secrets',
    fixes: SECRETS,
  });
}

function isEncryptedVersion(value: string | number | boolean | null): boolean {
  const [major = 0, minor = 0] = String(value).split('.').map(Number);
  return major > 1 || (major === 1 && minor >= 28);
}

function* privileged(task: Task): Iterable<IacJudgement> {
  const { open, containers } = task;
  if (open?.kind === 'unknown') yield { verdict: 'unknown', at: open.at, expression: open.expression };
  for (const { body, at, isFargate } of containers) {
    if (isFargate) continue;
    const answer = ask(member(body, 'privileged') ?? member(body, 'Privileged'), isTrueWord, { is: false, at });
    yield failWith(answer, task, { evidence: 'a privileged container', fixes: UNPRIVILEGED, part: `container at ${at.line}` });
  }
}
