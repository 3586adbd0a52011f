import {
  type Action,
  DescribeListenersCommand,
  DescribeLoadBalancersCommand,
  DescribeTargetGroupsCommand,
  DescribeTargetHealthCommand,
  ElasticLoadBalancingV2Client,
  type Listener,
  type LoadBalancer,
  type TargetGroup,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import type { CloudResource } from '../../../../model/cloud.js';
import { type AwsPlace, refsOf } from '../access/place.js';
import { functionIn } from './arns.js';
import { OpenGroups } from './open-groups.js';
import { awsReader } from './reader.js';

const actions = [
  'ec2:DescribeSecurityGroups',
  'elasticloadbalancing:DescribeListeners',
  'elasticloadbalancing:DescribeLoadBalancers',
  'elasticloadbalancing:DescribeTargetGroups',
  'elasticloadbalancing:DescribeTargetHealth',
] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** Load balancers, which lead to target groups. Of those, only the ones of functions are read here: services of ECS name their own. */
export const loadBalancersReader = awsReader({
  name: 'load-balancers',
  actions,
  async *read(place: Place) {
    const elb = new ElasticLoadBalancingV2Client(place.config('ELASTIC_LOAD_BALANCING_V2'));
    const groups = new OpenGroups(place);
    const list = (Marker: string | undefined) => elb.send(new DescribeLoadBalancersCommand({ Marker }));
    for await (const { LoadBalancers = [] } of place.pages(
      'elasticloadbalancing:DescribeLoadBalancers',
      list,
      ({ NextMarker }) => NextMarker,
    )) {
      for (const balancer of LoadBalancers) {
        const targets = await targetsOf(place, elb, balancer);
        yield [await balancerOf(place, elb, balancer, targets, groups)];
        for (const target of targets) if (target.TargetType === 'lambda') yield [await functionTarget(place, elb, target)];
      }
    }
  },
});

async function targetsOf(place: Place, elb: ElasticLoadBalancingV2Client, { LoadBalancerArn }: LoadBalancer): Promise<TargetGroup[]> {
  const targets: TargetGroup[] = [];
  const list = (Marker: string | undefined) => elb.send(new DescribeTargetGroupsCommand({ LoadBalancerArn, Marker }));
  for await (const page of place.pages('elasticloadbalancing:DescribeTargetGroups', list, ({ NextMarker }) => NextMarker))
    targets.push(...(page.TargetGroups ?? []));
  return targets;
}

async function balancerOf(
  place: Place,
  elb: ElasticLoadBalancingV2Client,
  balancer: LoadBalancer,
  targets: readonly TargetGroup[],
  groups: OpenGroups,
): Promise<CloudResource> {
  const { LoadBalancerArn, SecurityGroups = [] } = balancer;
  const listeners: Listener[] = [];
  const list = (Marker: string | undefined) => elb.send(new DescribeListenersCommand({ LoadBalancerArn, Marker }));
  for await (const page of place.pages('elasticloadbalancing:DescribeListeners', list, ({ NextMarker }) => NextMarker))
    listeners.push(...(page.Listeners ?? []));
  const isFacing = balancer.Scheme === 'internet-facing';
  const open = SecurityGroups.length === 0 ? 'yes' : await groups.letIn(SecurityGroups);
  const leading = listeners.filter(({ DefaultActions = [] }) => !DefaultActions.every(isRedirect));
  const asks =
    leading.length > 0 &&
    leading.every(({ DefaultActions = [], MutualAuthentication: mutual }) => mutual?.Mode === 'verify' || DefaultActions.some(isSignIn));
  return place.resource({
    kind: 'entrance',
    type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
    native_id: LoadBalancerArn ?? '',
    name: balancer.LoadBalancerName ?? '',
    public: isFacing && listeners.length > 0 ? open : 'no',
    // As for any entrance: what stands behind may ask by itself.
    authenticated: asks ? 'yes' : 'no',
    uses: refsOf(targets.map(({ TargetGroupArn }) => TargetGroupArn)),
    // What passes as TCP may be encrypted by those who speak.
    facts: leading.some(({ Protocol = '' }) => /TCP|UDP|QUIC/.test(Protocol))
      ? {}
      : { tls_only: !leading.some(({ Protocol }) => Protocol === 'HTTP') },
  });
}

function isRedirect({ Type }: Action): boolean {
  return Type === 'redirect' || Type === 'fixed-response';
}

function isSignIn({ Type }: Action): boolean {
  return Type === 'authenticate-oidc' || Type === 'authenticate-cognito' || Type === 'jwt-validation';
}

async function functionTarget(
  place: Place,
  elb: ElasticLoadBalancingV2Client,
  { TargetGroupArn, TargetGroupName = '' }: TargetGroup,
): Promise<CloudResource> {
  const ask = () => elb.send(new DescribeTargetHealthCommand({ TargetGroupArn }));
  const { TargetHealthDescriptions = [] } = await place.ask('elasticloadbalancing:DescribeTargetHealth', ask);
  return place.resource({
    kind: 'entrance',
    type: 'AWS::ElasticLoadBalancingV2::TargetGroup',
    native_id: TargetGroupArn ?? '',
    name: TargetGroupName,
    public: 'no',
    uses: refsOf(TargetHealthDescriptions.map(({ Target }) => functionIn(Target?.Id))),
  });
}
