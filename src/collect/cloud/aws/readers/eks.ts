import {
  type Cluster,
  DescribeClusterCommand,
  DescribeNodegroupCommand,
  DescribePodIdentityAssociationCommand,
  EKSClient,
  ListClustersCommand,
  ListNodegroupsCommand,
  ListPodIdentityAssociationsCommand,
} from '@aws-sdk/client-eks';
import type { CloudResource } from '../../../../model/cloud.js';
import { type AwsPlace, refsOf } from '../access/place.js';
import { awsReader } from './reader.js';

const actions = [
  'eks:DescribeCluster',
  'eks:DescribeNodegroup',
  'eks:DescribePodIdentityAssociation',
  'eks:ListClusters',
  'eks:ListNodegroups',
  'eks:ListPodIdentityAssociations',
] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** Clusters with the roles that their nodes and pods run as. What runs in them is Kubernetes's to say. */
export const eksReader = awsReader({
  name: 'eks',
  actions,
  async *read(place: Place) {
    const eks = new EKSClient(place.config('EKS'));
    const list = (nextToken: string | undefined) => eks.send(new ListClustersCommand({ nextToken }));
    for await (const { clusters = [] } of place.pages('eks:ListClusters', list, ({ nextToken }) => nextToken)) {
      for (const name of clusters) {
        const { cluster } = await place.ask('eks:DescribeCluster', () => eks.send(new DescribeClusterCommand({ name })));
        if (cluster) yield [clusterOf(place, cluster, [...(await nodeRoles(place, eks, name)), ...(await podRoles(place, eks, name))])];
      }
    }
  },
});

async function nodeRoles(place: Place, eks: EKSClient, clusterName: string): Promise<(string | undefined)[]> {
  const roles: (string | undefined)[] = [];
  const list = (nextToken: string | undefined) => eks.send(new ListNodegroupsCommand({ clusterName, nextToken }));
  for await (const { nodegroups = [] } of place.pages('eks:ListNodegroups', list, ({ nextToken }) => nextToken)) {
    for (const nodegroupName of nodegroups) {
      const question = new DescribeNodegroupCommand({ clusterName, nodegroupName });
      roles.push((await place.ask('eks:DescribeNodegroup', () => eks.send(question))).nodegroup?.nodeRole);
    }
  }
  return roles;
}

async function podRoles(place: Place, eks: EKSClient, clusterName: string): Promise<(string | undefined)[]> {
  const roles: (string | undefined)[] = [];
  const list = (nextToken: string | undefined) => eks.send(new ListPodIdentityAssociationsCommand({ clusterName, nextToken }));
  for await (const { associations = [] } of place.pages('eks:ListPodIdentityAssociations', list, ({ nextToken }) => nextToken)) {
    for (const { associationId } of associations) {
      const question = new DescribePodIdentityAssociationCommand({ clusterName, associationId });
      roles.push((await place.ask('eks:DescribePodIdentityAssociation', () => eks.send(question))).association?.roleArn);
    }
  }
  return roles;
}

function clusterOf(place: Place, cluster: Cluster, roles: readonly (string | undefined)[]): CloudResource {
  const network = cluster.resourcesVpcConfig;
  const logged = (cluster.logging?.clusterLogging ?? []).some(({ enabled, types = [] }) => enabled === true && types.includes('audit'));
  return place.resource({
    kind: 'service',
    type: 'AWS::EKS::Cluster',
    native_id: cluster.arn ?? '',
    name: cluster.name ?? '',
    public: network === undefined ? 'unknown' : network.endpointPublicAccess === true ? 'yes' : 'no',
    authenticated: 'yes',
    runs_as: refsOf([cluster.roleArn, ...roles]),
    facts: {
      logged,
      network_restricted: network?.endpointPublicAccess !== true || !(network.publicAccessCidrs ?? []).some((cidr) => cidr.endsWith('/0')),
    },
  });
}
