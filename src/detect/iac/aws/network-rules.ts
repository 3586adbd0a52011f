import type { IacResource } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { type Answer, all, any, failIf, itemsOf, member, numberOf, textOf } from '../contract/values.js';
import { refersToResource } from '../views/references.js';
import {
  coversEveryPort,
  coversPort,
  type Ingress,
  type IngressRule,
  isEveryProtocol,
  isOpenToAll,
  securityGroups,
} from '../views/security-groups.js';
import { resourcesOf, syntaxOf } from '../views/typed.js';
import { awsFormats, type Fixes } from './attribute-rule.js';

const GROUPS = 'https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html';

const NARROW: Fixes = {
  terraform: 'cidr_blocks = ["10.0.0.0/8"] # the networks that need it',
  cloudformation: 'CidrIp: 10.0.0.0/8 # the networks that need it',
};

/** Services that answer strangers with data or with control, by their ports. */
const SENSITIVE: ReadonlyMap<number, string> = new Map([
  [3306, 'MySQL'],
  [5432, 'PostgreSQL'],
  [1433, 'SQL Server'],
  [1521, 'Oracle'],
  [27017, 'MongoDB'],
  [6379, 'Redis'],
  [9200, 'Elasticsearch'],
  [5601, 'Kibana'],
  [11211, 'Memcached'],
  [2375, 'Docker'],
  [2376, 'Docker'],
  [2379, 'etcd'],
  [6443, 'Kubernetes'],
  [10250, 'kubelet'],
  [5000, 'registry or MLflow'],
  [8080, 'admin console'],
  [11434, 'Ollama'],
  [8000, 'model server'],
]);

type Covers = (rule: IngressRule) => Answer;

/** One judgement for each rule that covers the port, and one for what several rules open together. */
function* judged(ingress: Ingress, covers: Covers, resource: IacResource): Iterable<IacJudgement> {
  let isOpen = false;
  for (const rule of ingress.rules) {
    const answer = all([covers(rule), isOpenToAll([rule])], isOpenToAll([rule]).at);
    isOpen ||= answer.is === 'yes';
    yield failed(answer.is === 'yes' ? { is: 'yes', at: isOpenToAll([rule]).at } : answer, [rule], resource);
  }
  const covering = ingress.rules.filter((rule) => covers(rule).is === 'yes');
  if (!isOpen && covering.length > 1) yield failed(isOpenToAll(covering), covering, resource);
  if (!isOpen && ingress.rest) yield failed(ingress.rest, [], resource);
}

function failed(answer: Answer, rules: readonly IngressRule[], resource: IacResource): IacJudgement {
  const [first] = rules;
  const evidence = first
    ? `${protocolOf(first)} from ${rules.flatMap(({ sources }) => sources.flatMap((source) => itemsOf(source).items.map((item) => textOf(item) ?? '…'))).join(', ')}`
    : '';
  return failIf(answer, {
    evidence,
    fix: NARROW[syntaxOf(resource)],
    ...(first && { part: `ingress at ${first.at.path}:${first.at.line}` }),
  });
}

function protocolOf(rule: IngressRule): string {
  if (isEveryProtocol(rule).is === 'yes') return 'every port';
  const [from, to] = [numberOf(rule.from), numberOf(rule.to)];
  return `${textOf(rule.protocol) ?? 'tcp'} ${from ?? '…'}${to === undefined || to === from ? '' : `-${to}`}`;
}

function portRule(port: number): Covers {
  return (rule) => coversPort(rule, port);
}

function sensitive(rule: IngressRule): Answer {
  return any(
    [...SENSITIVE.keys()].map((port) => coversPort(rule, port)),
    rule.at,
  );
}

const shared = { severity: 'high', confidence: 'high', formats: awsFormats, view: securityGroups, fix: NARROW.terraform } as const;

/** Rules about who reaches machines over the network. */
export const networkRules: readonly IacRule[] = [
  iacRule({
    ...shared,
    id: 'aws-sg-ssh-open',
    title: 'SSH open to the internet',
    rationale: 'Programs try passwords and keys on every open port 22 within minutes.',
    references: ['CWE-284', GROUPS],
    swallowedBy: ['aws-sg-all-ports-open'],
    check: (ingress, resource) => judged(ingress, portRule(22), resource),
  }),
  iacRule({
    ...shared,
    id: 'aws-sg-rdp-open',
    title: 'RDP open to the internet',
    rationale: 'Open remote desktops are the first step of most cases of ransomware.',
    references: ['CWE-284', GROUPS],
    swallowedBy: ['aws-sg-all-ports-open'],
    check: (ingress, resource) => judged(ingress, portRule(3389), resource),
  }),
  iacRule({
    ...shared,
    id: 'aws-sg-all-ports-open',
    title: 'Every port open to the internet',
    severity: 'critical',
    rationale: 'Nothing is filtered: whatever listens on the machine, now or later, answers the internet.',
    references: ['CWE-284', GROUPS],
    check: (ingress, resource) => judged(ingress, coversEveryPort, resource),
  }),
  iacRule({
    ...shared,
    id: 'aws-sg-sensitive-port-open',
    title: 'Database or admin port open to the internet',
    rationale: 'Databases, consoles and model servers on these ports often answer strangers; open ones have been wiped by the thousand.',
    references: ['CWE-284', GROUPS],
    swallowedBy: ['ai-model-server-exposed', 'ai-vector-db-public', 'ai-dashboard-public', 'ai-mcp-server-public', 'aws-sg-all-ports-open'],
    check: (ingress, resource) => judged(ingress, sensitive, resource),
  }),
  iacRule({
    id: 'aws-default-sg-open',
    title: 'Default security group carries rules',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Resources that name no group get the default one, and with it whatever its rules let through.',
    fix: 'resource "aws_default_security_group" "default" {\n  vpc_id = aws_vpc.main.id\n}',
    references: ['CWE-284', 'https://docs.aws.amazon.com/vpc/latest/userguide/default-security-group.html'],
    formats: awsFormats,
    view: resourcesOf('aws-default-groups', ['aws_default_security_group']),
    check({ body }) {
      const lists = [member(body, 'ingress'), member(body, 'egress')].filter((list) => list !== undefined);
      const filled = lists.find((list) => itemsOf(list).items.length > 0);
      if (filled)
        return { verdict: 'fail', at: itemsOf(filled).items[0]?.at ?? filled.at, evidence: 'rules in the default security group' };
      const open = lists.map((list) => itemsOf(list).rest).find((rest) => rest !== undefined);
      return open ? { verdict: 'unknown', at: open.at, expression: open.expression } : { verdict: 'pass' };
    },
  }),
  iacRule({
    id: 'aws-vpc-flow-logs',
    title: 'VPC without flow log',
    severity: 'low',
    confidence: 'high',
    rationale: 'After an incident nobody can tell who talked to whom.',
    fix: 'resource "aws_flow_log" "main" {\n  vpc_id          = aws_vpc.main.id\n  traffic_type    = "ALL"\n  log_destination = aws_s3_bucket.logs.arn\n  log_destination_type = "s3"\n}',
    references: ['CWE-778', 'https://docs.aws.amazon.com/vpc/latest/userguide/flow-logs.html'],
    formats: awsFormats,
    view: resourcesOf('aws-vpcs', ['aws_vpc', 'AWS::EC2::VPC']),
    check: (vpc, _resource, estate) => flowLogOf(vpc, estate),
  }),
];

/** A flow log of the VPC, of one of its subnets or interfaces. */
function flowLogOf(vpc: IacResource, estate: IacEstate): IacJudgement {
  const logs = [...estate.ofType('aws_flow_log'), ...estate.ofType('AWS::EC2::FlowLog')].filter(({ root }) => root === vpc.root);
  const names = ['vpc_id', 'subnet_id', 'eni_id', 'ResourceId'];
  for (const log of logs) {
    for (const value of names.map((name) => member(log.body, name))) {
      if (value === undefined) continue;
      if (refersToResource(value, vpc)) return { verdict: 'pass' };
      const inside = (value.refersTo ?? []).map((address) => estate.at(vpc.root, address));
      if (inside.some((one) => one?.refersTo.includes(vpc.address))) return { verdict: 'pass' };
    }
  }
  const open = logs
    .flatMap((log) => names.map((name) => member(log.body, name)))
    .find((value) => value?.kind === 'unknown' && !value.refersTo?.length);
  if (open?.kind === 'unknown') return { verdict: 'unknown', at: vpc.at, expression: open.expression };
  return { verdict: 'fail', at: vpc.at, evidence: `${vpc.type} ${vpc.name} without a flow log` };
}
