import {
  type ContainerDefinition,
  DescribeServicesCommand,
  DescribeTaskDefinitionCommand,
  ECSClient,
  ListClustersCommand,
  ListServicesCommand,
  type Service,
  type TaskDefinition,
} from '@aws-sdk/client-ecs';
import type { CloudResource } from '../../../../model/cloud.js';
import { type AwsPlace, awsRef, refsOf } from '../access/place.js';
import { secretIn } from './arns.js';
import { OpenGroups } from './open-groups.js';
import { awsReader } from './reader.js';

const actions = [
  'ec2:DescribeSecurityGroups',
  'ecs:DescribeServices',
  'ecs:DescribeTaskDefinition',
  'ecs:ListClusters',
  'ecs:ListServices',
] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** Services of containers, and the target groups through which load balancers lead to them. */
export const ecsReader = awsReader({
  name: 'ecs',
  actions,
  async *read(place: Place) {
    const ecs = new ECSClient(place.config('ECS'));
    const groups = new OpenGroups(place);
    const clusters = (nextToken: string | undefined) => ecs.send(new ListClustersCommand({ nextToken }));
    for await (const { clusterArns = [] } of place.pages('ecs:ListClusters', clusters, ({ nextToken }) => nextToken)) {
      for (const cluster of clusterArns) {
        const list = (nextToken: string | undefined) => ecs.send(new ListServicesCommand({ cluster, nextToken, maxResults: 10 }));
        for await (const { serviceArns = [] } of place.pages('ecs:ListServices', list, ({ nextToken }) => nextToken)) {
          if (serviceArns.length === 0) continue;
          const ask = () => ecs.send(new DescribeServicesCommand({ cluster, services: serviceArns }));
          for (const service of (await place.ask('ecs:DescribeServices', ask)).services ?? [])
            yield await serviceOf(place, service, await taskOf(place, ecs, service), groups);
        }
      }
    }
  },
});

async function taskOf(place: Place, ecs: ECSClient, { taskDefinition }: Service): Promise<TaskDefinition> {
  if (taskDefinition === undefined) return {};
  const ask = () => ecs.send(new DescribeTaskDefinitionCommand({ taskDefinition }));
  return (await place.ask('ecs:DescribeTaskDefinition', ask)).taskDefinition ?? {};
}

async function serviceOf(place: Place, service: Service, task: TaskDefinition, groups: OpenGroups): Promise<CloudResource[]> {
  const containers = task.containerDefinitions ?? [];
  const network = service.networkConfiguration?.awsvpcConfiguration;
  const ref = awsRef(service.serviceArn ?? '');
  const isFacing = network?.assignPublicIp === 'ENABLED';
  // On a host's own network it is the host's groups that count.
  const open = network === undefined ? 'unknown' : isFacing ? await groups.letIn(network.securityGroups ?? []) : 'no';
  const found = place.resource({
    kind: 'service',
    type: 'AWS::ECS::Service',
    native_id: service.serviceArn ?? '',
    name: service.serviceName ?? '',
    public: open,
    // The network lets in or keeps out; who is let in is the container's to ask.
    authenticated: open === 'yes' ? 'no' : 'unknown',
    runs_as: refsOf([task.taskRoleArn]),
    uses: refsOf(containers.flatMap(({ secrets = [] }) => secrets.map(({ valueFrom }) => secretIn(valueFrom)))),
    images: [...new Set(containers.flatMap(({ image }) => image ?? []))].sort(),
    ...environmentOf(containers),
    facts: {
      privileged: containers.some(({ privileged }) => privileged === true),
      internet_access: isFacing ? true : null,
    },
  });
  const targets = (service.loadBalancers ?? []).flatMap(({ targetGroupArn }) => targetGroupArn ?? []);
  return [
    found,
    ...[...new Set(targets)].sort().map((native_id) =>
      place.resource({
        kind: 'entrance',
        type: 'AWS::ElasticLoadBalancingV2::TargetGroup',
        native_id,
        name: native_id.split('/')[1] ?? native_id,
        public: 'no',
        uses: [ref],
      }),
    ),
  ];
}

function environmentOf(containers: readonly ContainerDefinition[]): { env_names: string[]; literal_env_names: string[] } {
  const written = containers.flatMap(({ environment = [] }) =>
    environment.flatMap(({ name, value }) => (name === undefined ? [] : [{ name, value }])),
  );
  const kept = containers.flatMap(({ secrets = [] }) => secrets.flatMap(({ name }) => name ?? []));
  const sorted = (names: string[]) => [...new Set(names)].sort();
  return {
    env_names: sorted([...written.map(({ name }) => name), ...kept]),
    literal_env_names: sorted(written.flatMap(({ name, value }) => (value ? [name] : []))),
  };
}
