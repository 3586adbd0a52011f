import type { CloudAccessLevel, CloudResource, ContainerImage } from '../model/cloud.js';
import type { EdgeKind, Graph, GraphEdge, GraphNode } from '../model/graph.js';

/** Whoever is outside. */
const INTERNET: GraphNode = { id: 'internet', kind: 'network', label: 'internet' };

const BY_ACCESS: Record<CloudAccessLevel, EdgeKind> = { read: 'reads', write: 'writes', admin: 'administers' };

/**
 * The things of clouds as nodes and edges. The internet reaches what is public; a role that may do something with everything points to
 * the account, which contains the rest, so that the number of edges stays proportional to what was read.
 */
export function cloudGraph(resources: readonly CloudResource[], images: readonly ContainerImage[]): Graph {
  const isPublic = resources.some((resource) => resource.public === 'yes');
  const accounts = new Map(resources.map((resource) => [accountId(resource), accountNode(resource)]));
  const stored = new Map(resources.filter(({ kind }) => kind === 'image').flatMap(({ ref, images: own }) => own.map((one) => [one, ref])));
  const imageId = (reference: string) => stored.get(reference) ?? `image:${reference}`;
  return {
    nodes: [
      ...(isPublic ? [INTERNET] : []),
      ...accounts.values(),
      ...resources.map(({ ref, kind, name }) => ({ id: ref, kind, label: name })),
      ...images.map(({ reference }) => ({ id: imageId(reference), kind: 'image' as const, label: reference })),
    ],
    edges: [
      ...resources.flatMap(edgesOf),
      ...images.flatMap(({ reference, used_by: users }) =>
        users.map((from): GraphEdge => ({ from, to: imageId(reference), kind: 'runs' })),
      ),
    ],
  };
}

function edgesOf(resource: CloudResource): GraphEdge[] {
  const { ref, runs_as: roles, uses, reaches } = resource;
  const account = accountId(resource);
  return [
    { from: account, to: ref, kind: 'contains' },
    ...(resource.public === 'yes' ? [{ from: INTERNET.id, to: ref, kind: 'reaches' as const }] : []),
    ...roles.map((to): GraphEdge => ({ from: ref, to, kind: 'assumes' })),
    ...uses.map((to): GraphEdge => ({ from: ref, to, kind: 'uses' })),
    ...reaches.map(({ to, access }): GraphEdge => ({ from: ref, to: to === '*' ? account : to, kind: BY_ACCESS[access] })),
  ];
}

function accountNode(resource: CloudResource): GraphNode {
  return { id: accountId(resource), kind: 'account', label: `${resource.provider}:${resource.account}` };
}

function accountId({ provider, account }: Pick<CloudResource, 'provider' | 'account'>): string {
  return `account:${provider}:${account}`;
}
