import type { IacMap, IacResource, IacValue } from '../../../../model/iac.js';
import { textOf } from '../../contract/values.js';
import { mapOf, member } from './body.js';
import { manifestIn } from './manifest-text.js';

/** Kinds whose names the provider writes in its own way. */
const KINDS: Readonly<Record<string, string>> = { daemonset: 'DaemonSet' };
const GROUPS: Readonly<Record<string, string>> = {
  Ingress: 'networking.k8s.io/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  Role: 'rbac.authorization.k8s.io/v1',
  ClusterRole: 'rbac.authorization.k8s.io/v1',
  RoleBinding: 'rbac.authorization.k8s.io/v1',
  ClusterRoleBinding: 'rbac.authorization.k8s.io/v1',
};
/** Blocks that may be repeated: the provider names each in the singular, Kubernetes the list of them. */
const LISTS = new Set(
  'container init_container volume volume_mount port rule subject sysctl toleration tls env env_from path host_alias'.split(' '),
);
const SINGULAR = new Set(['env', 'env_from', 'tls']);
/** Mappings whose keys are names of the author. */
const OWN_KEYS = new Set('labels annotations match_labels node_selector selector data string_data binary_data limits requests'.split(' '));
const ABBREVIATIONS: Readonly<Record<string, string>> = { host_ipc: 'hostIPC', host_pid: 'hostPID', cluster_ip: 'clusterIP' };
const DEPTH = 24;

/** A resource of Terraform's provider for Kubernetes as the object that it makes; every other resource as it is. */
export function asKubernetesObject(resource: IacResource): IacResource {
  const [, name] = /^(?:kubernetes_(\w+?)(?:_v\d\w*)?|kubectl_manifest)$/.exec(resource.type) ?? [];
  const isText = resource.type === 'kubectl_manifest';
  if ((name === undefined && !isText) || !resource.format.startsWith('terraform')) return resource;
  const written = isText ? manifestIn(member(resource.body, 'yaml_body')) : member(resource.body, 'manifest');
  const isManifest = isText || name === 'manifest';
  const body = isManifest ? written && mapOf(written) : objectOf(resource.body, name ?? '');
  if (!body) return resource;
  const type = isManifest ? textOf(member(body, 'kind')) : kindOf(name ?? '');
  if (type === undefined) return resource;
  return { ...resource, format: 'kubernetes', type, name: textOf(member(body, 'metadata', 'name')) ?? resource.name, body };
}

function kindOf(name: string): string {
  return KINDS[name] ?? name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function objectOf(body: IacValue, name: string): IacMap | undefined {
  const object = converted(body, 0);
  if (object.kind !== 'map') return undefined;
  const kind = kindOf(name);
  const entries = new Map(object.entries);
  entries.set('apiVersion', { kind: 'scalar', at: body.at, value: GROUPS[kind] ?? 'v1' });
  entries.set('kind', { kind: 'scalar', at: body.at, value: kind });
  // The provider takes the values of a secret as they are, and encodes them itself.
  const data = kind === 'Secret' ? entries.get('data') : undefined;
  if (data && entries.delete('data')) entries.set('stringData', data);
  return { ...object, entries };
}

function converted(value: IacValue, depth: number): IacValue {
  if (depth > DEPTH) return value;
  if (value.kind === 'list') return { ...value, items: value.items.map((item) => converted(item, depth + 1)) };
  if (value.kind !== 'map') return value;
  return { ...value, entries: new Map([...value.entries].map((entry) => entryOf(entry, depth))) };
}

function entryOf([key, value]: readonly [string, IacValue], depth: number): [string, IacValue] {
  const isBlock = value.kind === 'list' && value.items.every((item) => item.kind === 'map');
  if (LISTS.has(key) && isBlock) return [SINGULAR.has(key) ? camel(key) : `${camel(key)}s`, converted(value, depth + 1)];
  const [only] = isBlock && value.items.length === 1 && value.rest === undefined ? value.items : [];
  const inner = only ?? value;
  return [camel(key), OWN_KEYS.has(key) && !holdsBlocks(inner) ? inner : converted(inner, depth + 1)];
}

/** The selector of a workload is a block, that of a service is a mapping of labels. */
function holdsBlocks(value: IacValue): boolean {
  return value.kind === 'map' && (value.entries.has('match_labels') || value.entries.has('match_expressions'));
}

function camel(key: string): string {
  return ABBREVIATIONS[key] ?? key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
