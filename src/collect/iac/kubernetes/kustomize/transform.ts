import type { IacMap, IacUnknown, IacValue } from '../../../../model/iac.js';
import { everyMap, listAt, type OverlayObject, replaced, text, textAt, withEntry, withValue } from './edit.js';

/** Kinds without a namespace. */
const CLUSTER_WIDE =
  /^(?:Namespace|Node|PersistentVolume|StorageClass|VolumeAttachment|CSIDriver|CSINode|ClusterRole|ClusterRoleBinding|CustomResourceDefinition|PriorityClass|RuntimeClass|IngressClass|GatewayClass|APIService|(?:Mutating|Validating)(?:WebhookConfiguration|AdmissionPolicy(?:Binding)?)|PodSecurityPolicy|ClusterIssuer|.*Cluster.*Policy)$/;

type Change = (object: OverlayObject) => OverlayObject;

/** What one kustomization does to all its objects after its patches. */
export function transformed(objects: readonly OverlayObject[], kustomization: IacMap): OverlayObject[] {
  const changes = [
    replacedValues(kustomization),
    inNamespace(kustomization),
    renamed(kustomization, objects),
    labelled(kustomization),
    withImages(kustomization),
  ].filter((change) => change !== undefined);
  return objects.map((object) => changes.reduce((changed, change) => change(changed), object));
}

function bodyChange(change: (body: IacMap) => IacMap): Change {
  return (object) => ({ ...object, body: change(object.body) });
}

function inNamespace({ entries }: IacMap): Change | undefined {
  const namespace = entries.get('namespace');
  if (namespace?.kind !== 'scalar' || !namespace.value) return undefined;
  return bodyChange((body) => {
    const placed = CLUSTER_WIDE.test(textAt(body, 'kind')) ? body : withValue(body, ['metadata', 'namespace'], namespace);
    return withSubjects(placed, (subject) =>
      textAt(subject, 'kind') === 'ServiceAccount' && textAt(subject, 'namespace') === ''
        ? withEntry(subject, 'namespace', namespace)
        : subject,
    );
  });
}

function withSubjects(body: IacMap, change: (subject: IacMap) => IacMap): IacMap {
  const subjects = body.entries.get('subjects');
  if (subjects?.kind !== 'list') return body;
  return withEntry(body, 'subjects', { ...subjects, items: subjects.items.map((item) => (item.kind === 'map' ? change(item) : item)) });
}

/** Puts a prefix and a suffix on names, and on the names of accounts and roles that other objects use. */
function renamed(kustomization: IacMap, objects: readonly OverlayObject[]): Change | undefined {
  const prefix = textAt(kustomization, 'namePrefix');
  const suffix = textAt(kustomization, 'nameSuffix');
  if (prefix === '' && suffix === '') return undefined;
  const names = new Map<string, Set<string>>();
  for (const { body } of objects) {
    const kind = textAt(body, 'kind');
    names.set(kind, (names.get(kind) ?? new Set()).add(textAt(body, 'metadata', 'name')));
  }
  const rename = (holder: IacMap, key: string, kind: string): IacMap => {
    const value = holder.entries.get(key);
    if (value?.kind !== 'scalar' || !names.get(kind)?.has(String(value.value))) return holder;
    return withEntry(holder, key, { ...value, value: `${prefix}${value.value}${suffix}` });
  };
  return (object) => {
    const kind = textAt(object.body, 'kind');
    const metadata = object.body.entries.get('metadata');
    const named =
      kind === 'Namespace' || kind === 'CustomResourceDefinition' || metadata?.kind !== 'map'
        ? object.body
        : withEntry(object.body, 'metadata', rename(metadata, 'name', kind));
    const body = everyMap(named, (map, key) => {
      if (key === 'roleRef') return rename(map, 'name', textAt(map, 'kind'));
      if (key === 'subjects') return textAt(map, 'kind') === 'ServiceAccount' ? rename(map, 'name', 'ServiceAccount') : map;
      return rename(map, 'serviceAccountName', 'ServiceAccount');
    });
    return { ...object, body: body.kind === 'map' ? body : named, names: new Set([...object.names, textAt(body, 'metadata', 'name')]) };
  };
}

/** Labels and annotations of every object, and of the pods that it makes. */
function labelled(kustomization: IacMap): Change | undefined {
  const sets: [string, IacMap, boolean][] = [];
  for (const [key, field] of [
    ['commonLabels', 'labels'],
    ['commonAnnotations', 'annotations'],
  ] as const) {
    const pairs = kustomization.entries.get(key);
    if (pairs?.kind === 'map') sets.push([field, pairs, true]);
  }
  for (const item of listAt(kustomization, 'labels')) {
    const pairs = item.kind === 'map' ? item.entries.get('pairs') : undefined;
    if (pairs?.kind === 'map') sets.push(['labels', pairs, textAt(item, 'includeTemplates') === 'true']);
  }
  if (sets.length === 0) return undefined;
  return bodyChange((body) => {
    let result = body;
    for (const [field, pairs, ofPods] of sets)
      for (const [name, value] of pairs.entries) {
        result = withValue(result, ['metadata', field, name], value);
        const spec = result.entries.get('spec');
        if (ofPods && spec?.kind === 'map' && spec.entries.get('template')?.kind === 'map')
          result = withValue(result, ['spec', 'template', 'metadata', field, name], value);
      }
    return result;
  });
}

const CONTAINERS = new Set(['containers', 'initContainers', 'ephemeralContainers']);

function withImages(kustomization: IacMap): Change | undefined {
  const images = listAt(kustomization, 'images').filter((image) => image.kind === 'map');
  if (images.length === 0) return undefined;
  return bodyChange((body) => {
    const changed = everyMap(body, (map, key) => (CONTAINERS.has(key) ? withImage(map, images) : map));
    return changed.kind === 'map' ? changed : body;
  });
}

function withImage(container: IacMap, images: readonly IacMap[]): IacMap {
  const image = container.entries.get('image');
  if (image?.kind !== 'scalar' || typeof image.value !== 'string') return container;
  const [, name = '', tag = '', digest = ''] = /^(.*?)(:[^:/@]*)?(@.*)?$/.exec(image.value) ?? [];
  const found = images.find((entry) => textAt(entry, 'name') === name);
  if (!found) return container;
  const newTag = textAt(found, 'newTag');
  const newDigest = textAt(found, 'digest');
  const end = newDigest !== '' ? `@${newDigest}` : newTag !== '' ? `:${newTag}` : `${tag}${digest}`;
  const value = `${textAt(found, 'newName') || name}${end}`;
  return withEntry(container, 'image', { ...image, value, via: [found.at, ...(image.via ?? [])] });
}

/** What a replacement writes is not worked out: the places that it writes to become unknown. */
function replacedValues(kustomization: IacMap): Change | undefined {
  const targets = listAt(kustomization, 'replacements').flatMap((replacement) =>
    listAt(replacement, 'targets').map((target) => ({
      target,
      expression: `replacement of ${textAt(replacement, 'source', 'fieldPath') || 'metadata.name'}`,
    })),
  );
  if (targets.length === 0) return undefined;
  return (object) => {
    let { body } = object;
    for (const { target, expression } of targets) {
      const select = target.kind === 'map' ? target.entries.get('select') : undefined;
      if (!selects(select, object)) continue;
      for (const path of listAt(target, 'fieldPaths')) {
        const unknown: IacUnknown = { kind: 'unknown', at: path.at, expression };
        const changed = path.kind === 'scalar' ? unknownAt(body, fieldPath(String(path.value)), unknown) : undefined;
        if (changed?.kind === 'map') body = changed;
      }
    }
    return { ...object, body };
  };
}

/** `spec.template.spec.containers.[name=app].image`; a dot in a name is written as `\.`. */
function fieldPath(path: string): string[] {
  return path.split(/(?<!\\)\.(?![^[]*\])/).map((part) => part.replaceAll('\\.', '.'));
}

function unknownAt(value: IacValue, [key, ...rest]: readonly string[], unknown: IacUnknown): IacValue {
  if (key === undefined) return replaced(value, unknown);
  if (value.kind === 'map') {
    const before = value.entries.get(key);
    return before ? withEntry(value, key, unknownAt(before, rest, unknown)) : rest.length === 0 ? withEntry(value, key, unknown) : value;
  }
  if (value.kind !== 'list') return value;
  const [, field = '', wanted = ''] = /^\[([^=\]]+)=([^\]]*)\]$/.exec(key) ?? [];
  const fits = (item: IacValue, index: number) => key === '*' || key === String(index) || (field !== '' && textAt(item, field) === wanted);
  return { ...value, items: value.items.map((item, index) => (fits(item, index) ? unknownAt(item, rest, unknown) : item)) };
}

/** True where a selector of a patch or a replacement means the object. Names are regular expressions of whole names. */
export function selects(selector: IacValue | undefined, { body, names }: OverlayObject): boolean {
  if (selector?.kind !== 'map') return false;
  const [group, version] = groupAndVersion(textAt(body, 'apiVersion'));
  return (
    same(selector, 'kind', [textAt(body, 'kind')]) &&
    same(selector, 'group', [group]) &&
    same(selector, 'version', [version]) &&
    same(selector, 'namespace', [textAt(body, 'metadata', 'namespace')]) &&
    same(selector, 'name', [...names]) &&
    hasLabels(textAt(selector, 'labelSelector'), body, 'labels') &&
    hasLabels(textAt(selector, 'annotationSelector'), body, 'annotations')
  );
}

function groupAndVersion(apiVersion: string): [string, string] {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? ['', apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
}

function same(selector: IacMap, key: string, values: readonly string[]): boolean {
  const wanted = textAt(selector, key);
  return wanted === '' || values.some((value) => value === wanted || matchesName(wanted, value));
}

/** Only `.*` and alternatives are read of the expressions: they are what overlays use, and cost linear time. */
function matchesName(pattern: string, name: string): boolean {
  return pattern.split('|').some((one) => {
    const parts = one.replace(/^[(^]+|[)$]+$/g, '').split('.*');
    const [first = '', ...rest] = parts;
    const last = rest.pop();
    if (last === undefined) return name === first;
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
    let at = first.length;
    for (const part of rest) {
      at = name.indexOf(part, at);
      if (at === -1) return false;
      at += part.length;
    }
    return at <= name.length - last.length;
  });
}

function hasLabels(selector: string, body: IacMap, field: 'labels' | 'annotations'): boolean {
  return selector
    .split(',')
    .filter(Boolean)
    .every((one) => {
      const [name = '', value] = one.split(/={1,2}/).map((part) => part.trim());
      const own = textAt(body, 'metadata', field, name);
      return value === undefined ? own !== '' : own === value;
    });
}

/** A ConfigMap or Secret that a kustomization makes. */
export function generated(generator: IacMap, kind: 'ConfigMap' | 'Secret', entries: ReadonlyMap<string, IacValue>): OverlayObject {
  const { at } = generator;
  const map = (pairs: [string, IacValue][]): IacMap => ({ kind: 'map', at, entries: new Map(pairs) });
  const name = textAt(generator, 'name');
  const namespace = textAt(generator, 'namespace');
  const metadata = map([
    ['name', text(name, at)],
    ...(namespace === '' ? [] : [['namespace', text(namespace, at)] satisfies [string, IacValue]]),
  ]);
  const body = map([
    ['apiVersion', text('v1', at)],
    ['kind', text(kind, at)],
    ['metadata', metadata],
    [kind === 'Secret' ? 'stringData' : 'data', { kind: 'map', at, entries }],
  ]);
  return { body, endLine: at.line, names: new Set([name]) };
}
