import type { CloudResource } from '../../../model/cloud.js';
import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { isTrueWord, itemsOf } from '../contract/values.js';
import { bucketAcls, bucketsBeside, isSwitchedOn, opensToAll } from '../views/buckets.js';
import { iamPolicies } from '../views/iam-policies.js';
import { isPublic } from '../views/iam-questions.js';
import { isOpenToAll, securityGroups } from '../views/security-groups.js';
import { declaredThing, sorted } from './thing.js';
import { at, resourcesIn } from './ways.js';

/** What has an address of the internet where it says so: the address, the security groups before it, and what answers there. */
interface Addressed {
  readonly address: string;
  readonly groups: readonly string[];
  /** Absent: the thing itself answers. */
  readonly answers?: string;
}

const ADDRESSED: Readonly<Record<string, Addressed>> = {
  aws_ecs_service: {
    address: 'network_configuration.assign_public_ip',
    groups: ['network_configuration.security_groups'],
    answers: 'task_definition',
  },
  'AWS::ECS::Service': {
    address: 'NetworkConfiguration.AwsvpcConfiguration.AssignPublicIp',
    groups: ['NetworkConfiguration.AwsvpcConfiguration.SecurityGroups'],
    answers: 'TaskDefinition',
  },
  aws_instance: { address: 'associate_public_ip_address', groups: ['vpc_security_group_ids', 'security_groups'] },
  'AWS::EC2::Instance': {
    address: 'NetworkInterfaces.AssociatePublicIpAddress',
    groups: ['NetworkInterfaces.GroupSet', 'SecurityGroupIds'],
  },
};

/** Rules that are resources of their own: the attribute with their group. */
const RULE_OF: Readonly<Record<string, string>> = {
  aws_security_group_rule: 'security_group_id',
  aws_vpc_security_group_ingress_rule: 'security_group_id',
  'AWS::EC2::SecurityGroupIngress': 'GroupId',
};

/** What lets everybody in: rules of security groups before something with a public address, and lists and policies of buckets. */
export function awsOpenings(estate: IacEstate): CloudResource[] {
  return [...openGroups(estate), ...openedBuckets(estate)].map(([opening, uses]) =>
    declaredThing(opening, { kind: 'entrance', name: opening.name, public: 'yes', uses: sorted(uses) }),
  );
}

/** Refs of the buckets that everybody may use. */
export function openBuckets(estate: IacEstate): ReadonlySet<string> {
  return new Set(bucketsOpened(estate).flatMap(([, buckets]) => buckets.map(({ ref }) => ref)));
}

function* openGroups(estate: IacEstate): Iterable<[IacResource, string[]]> {
  const behind = addressedByGroup(estate);
  for (const { resource, subject } of estate.view(securityGroups)) {
    if (!subject.rules.some((rule) => isOpenToAll([rule]).is === 'yes')) continue;
    const named = Object.hasOwn(RULE_OF, resource.type) ? RULE_OF[resource.type] : undefined;
    const groups = named === undefined ? [resource] : resourcesIn(at(resource, named), resource, estate);
    const uses = groups.flatMap((group) => behind.get(group) ?? []);
    if (uses.length > 0) yield [resource, uses];
  }
}

/** Refs of what answers behind each group, where it has a public address. */
function addressedByGroup(estate: IacEstate): Map<IacResource, string[]> {
  const found = new Map<IacResource, string[]>();
  for (const [type, { address, groups, answers }] of Object.entries(ADDRESSED))
    for (const resource of estate.ofType(type)) {
      if (!isOn(at(resource, address))) continue;
      const answering = answers === undefined ? [resource] : resourcesIn(at(resource, answers), resource, estate);
      for (const group of groups.flatMap((way) => resourcesIn(at(resource, way), resource, estate)))
        found.set(group, [...(found.get(group) ?? []), ...answering.map(({ ref }) => ref)]);
    }
  return found;
}

function isOn(value: IacValue | undefined): boolean {
  return itemsOf(value).items.some((item) => item.kind === 'scalar' && (isTrueWord(item.value) || item.value === 'ENABLED'));
}

/** What opens buckets, where it is a resource of its own. */
function* openedBuckets(estate: IacEstate): Iterable<[IacResource, string[]]> {
  for (const [opening, buckets] of bucketsOpened(estate)) {
    const others = buckets.filter((bucket) => bucket !== opening);
    if (others.length > 0) yield [opening, others.map(({ ref }) => ref)];
  }
}

/** Each list and policy that opens buckets, with those. */
function bucketsOpened(estate: IacEstate): readonly [IacResource, readonly IacResource[]][] {
  return estate.once('opened buckets', () => [...openingsOfBuckets(estate)]);
}

function* openingsOfBuckets(estate: IacEstate): Iterable<[IacResource, readonly IacResource[]]> {
  for (const { resource, subject } of estate.view(bucketAcls)) {
    const { answer, isIgnored } = opensToAll(subject, estate);
    if (answer.is === 'yes' && !isIgnored && subject.bucket) yield [resource, [subject.bucket]];
  }
  for (const { resource, subject } of estate.view(iamPolicies)) {
    if (subject.purpose !== 's3' || !subject.document?.statements.some((statement) => isPublic(statement).is === 'yes')) continue;
    const buckets = resource.type === 'aws_s3_bucket' ? [resource] : bucketsBeside(resource, estate);
    yield [resource, buckets.filter((bucket) => !isSwitchedOn(bucket, 'restrict', estate))];
  }
}
