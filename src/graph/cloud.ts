import type { CloudAccessLevel, CloudResource } from '../model/cloud.js';
import { type EdgeKind, type Graph, type GraphEdge, type GraphNode, INTERNET } from '../model/graph.js';
import type { ContainerImage } from '../model/image.js';
import { namesCredential } from '../support/credential-names.js';

/** Whoever is outside. */
const EVERYBODY: GraphNode = { id: INTERNET, kind: 'network', label: 'internet' };

const BY_ACCESS: Record<CloudAccessLevel, EdgeKind> = { read: 'reads', write: 'writes', admin: 'administers' };

/**
 * The things of clouds as nodes and edges. The internet reaches what is public; a role that may do something with everything points to
 * the account, which contains the rest, so that the number of edges stays proportional to what was read.
 */
export function cloudGraph(resources: readonly CloudResource[], images: readonly ContainerImage[]): Graph {
  const isPublic = resources.some((resource) => resource.public === 'yes');
  const accounts = new Map(resources.map((resource) => [accountId(resource), accountNode(resource)]));
  const named = namedBy(resources);
  const ids = imageIds(resources, images);
  const imageId = (reference: string) => ids.get(reference) ?? reference;
  return {
    nodes: [
      ...(isPublic ? [EVERYBODY] : []),
      ...accounts.values(),
      ...resources.map(({ ref, kind, name }) => ({ id: ref, kind, label: name })),
      ...images.map(({ reference }) => ({ id: imageId(reference), kind: 'image' as const, label: reference })),
    ],
    edges: [
      ...resources.flatMap((resource) => edgesOf(resource, named)),
      ...images.flatMap(({ reference, used_by: users }) =>
        users.map((from): GraphEdge => ({ from, to: imageId(reference), kind: 'runs' })),
      ),
    ],
  };
}

/** Names of variables by which declared things hold credentials, as nodes of their own; values are never known. */
export function declaredCredentials(declared: readonly CloudResource[]): Graph {
  const held = declared.flatMap(({ ref, env_names: names }) =>
    names.filter(namesCredential).map((name) => ({ holder: ref, name, id: `${ref}/credential:${name}` })),
  );
  return {
    nodes: held.map(({ id, name }) => ({ id, kind: 'credential', label: name })),
    edges: held.map(({ holder, id }) => ({ from: holder, to: id, kind: 'holds' })),
  };
}

/** Ids of images by their references: those of the registries' resources, where such were read. */
export function imageIds(resources: readonly CloudResource[], images: readonly ContainerImage[]): Map<string, string> {
  const stored = new Map(resources.filter(({ kind }) => kind === 'image').flatMap(({ ref, images: own }) => own.map((one) => [one, ref])));
  return new Map(images.map(({ reference, ref }) => [reference, stored.get(reference) ?? ref ?? `image:${reference}`]));
}

function edgesOf(resource: CloudResource, named: (pattern: string) => string[]): GraphEdge[] {
  const { ref, runs_as: roles, uses, reaches } = resource;
  const account = accountId(resource);
  return [
    { from: account, to: ref, kind: 'contains' },
    ...(resource.public === 'yes' ? [{ from: INTERNET, to: ref, kind: 'reaches' as const }] : []),
    ...roles.map((to): GraphEdge => ({ from: ref, to, kind: 'assumes' })),
    ...uses.map((to): GraphEdge => ({ from: ref, to, kind: 'uses' })),
    ...reaches.flatMap(({ to, access }) => {
      const ends = to === '*' ? [account] : named(to);
      return ends.map((end): GraphEdge => ({ from: ref, to: end, kind: BY_ACCESS[access] }));
    }),
  ];
}

/** Finds the refs that a pattern names, in which each `*` stands for any text; a ref without one names itself. */
function namedBy(resources: readonly CloudResource[]): (pattern: string) => string[] {
  const refs = resources.map(({ ref }) => ref).sort();
  const known = new Map<string, string[]>();
  return (pattern) => {
    const star = pattern.indexOf('*');
    if (star === -1) return [pattern];
    const found = known.get(pattern) ?? startingWith(refs, pattern.slice(0, star)).filter((ref) => fits(ref, pattern));
    known.set(pattern, found);
    return found;
  };
}

/** Those of the sorted texts that begin with `start`. */
function startingWith(sorted: readonly string[], start: string): string[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  const found: string[] = [];
  for (let at = low; sorted[at]?.startsWith(start); at++) found.push(sorted[at] ?? '');
  return found;
}

/** Linear in text and pattern: each piece between stars is looked for behind the one before. */
function fits(text: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  const last = pieces.pop() ?? '';
  let at = 0;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

function accountNode(resource: CloudResource): GraphNode {
  return { id: accountId(resource), kind: 'account', label: `${resource.provider}:${resource.account}` };
}

function accountId({ provider, account }: Pick<CloudResource, 'provider' | 'account'>): string {
  return `account:${provider}:${account}`;
}
