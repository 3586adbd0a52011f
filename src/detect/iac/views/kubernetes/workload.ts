import type { IacMap, IacResource, IacValue, SourcePlace } from '../../../../model/iac.js';
import type { IacView } from '../../contract/estate.js';
import { textOf } from '../../contract/values.js';
import { conditional, entriesOf, isTrue, itemsOf, mapOf, member } from './body.js';
import { enginePods } from './engine-pods.js';

/** Something that runs pods, whatever its kind: the pod's specification and what is said of its metadata. */
export interface Workload {
  readonly at: SourcePlace;
  readonly kind: string;
  readonly name: string;
  /** Undefined: not said, so that whoever applies the manifest decides. */
  readonly namespace: IacValue | undefined;
  readonly labels: IacValue | undefined;
  /** Of the pods. */
  readonly annotations: IacValue | undefined;
  readonly spec: IacMap;
  readonly windows: boolean;
}

export const containerKinds = ['containers', 'initContainers', 'ephemeralContainers'] as const;

export interface Container {
  readonly workload: Workload;
  readonly kind: (typeof containerKinds)[number];
  readonly name: string;
  readonly body: IacMap;
  /** Set when nobody could evaluate whether it is there: the condition. */
  readonly condition?: string;
}

/** The ways to the template of a pod in the kinds of Kubernetes itself, of Knative and of Argo. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  Pod: [],
  PodTemplate: ['template'],
  Deployment: ['spec', 'template'],
  ReplicaSet: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  DaemonSet: ['spec', 'template'],
  ReplicationController: ['spec', 'template'],
  Job: ['spec', 'template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
  Revision: [],
  Rollout: ['spec', 'template'],
};

/** Groups whose objects describe or match other objects, and run nothing. */
const DESCRIPTIONS =
  /^(?:apiextensions\.k8s\.io|(?:[a-z]+\.)?gatekeeper\.sh|kyverno\.io|policies\.kyverno\.io|policy|admissionregistration\.k8s\.io)\//;
const DEPTH = 12;

export const workloads: IacView<Workload> = {
  id: 'kubernetes-workload',
  *of(resource) {
    if (resource.format !== 'kubernetes') return;
    for (const template of templatesOf(resource)) {
      const workload = workloadOf(resource, template);
      if (workload) yield workload;
    }
  },
};

export const containers: IacView<Container> = {
  id: 'kubernetes-container',
  *of(resource, estate) {
    for (const workload of workloads.of(resource, estate)) yield* containersOf(workload);
  },
};

export function* containersOf(workload: Workload): Iterable<Container> {
  for (const kind of containerKinds) {
    for (const item of itemsOf(member(workload.spec, kind))) {
      const { value, condition } = conditional(item);
      const body = mapOf(value);
      if (!body) continue;
      yield { workload, kind, name: textOf(member(body, 'name')) ?? '', body, ...(condition !== undefined && { condition }) };
    }
  }
}

function* templatesOf(resource: IacResource): Iterable<IacValue> {
  const { type, body } = resource;
  const way = Object.hasOwn(TEMPLATES, type) ? TEMPLATES[type] : undefined;
  const known = way && member(body, ...way);
  if (known) {
    yield known;
    return;
  }
  if (DESCRIPTIONS.test(textOf(member(body, 'apiVersion')) ?? '') || type === 'List') return;
  yield* embeddedTemplates(body, 0);
  yield* enginePods(resource);
}

/** Templates of pods inside of objects of any other kind: those that hold a specification with containers. */
function* embeddedTemplates(value: IacValue, depth: number): Iterable<IacValue> {
  if (depth > DEPTH || (value.kind !== 'map' && value.kind !== 'list')) return;
  if (value.kind === 'list') {
    for (const item of value.items) yield* embeddedTemplates(item, depth + 1);
    return;
  }
  for (const [key, entry] of value.entries) {
    if (/template$/i.test(key) && holdsContainers(member(entry, 'spec'))) yield entry;
    else if (/^podSpec$/i.test(key) && holdsContainers(entry)) yield { kind: 'map', at: entry.at, entries: new Map([['spec', entry]]) };
    else yield* embeddedTemplates(entry, depth + 1);
  }
}

function holdsContainers(spec: IacValue | undefined): boolean {
  const list = spec?.kind === 'map' ? spec.entries.get('containers') : undefined;
  return list?.kind === 'list' && list.items.some((item) => member(item, 'image') !== undefined);
}

function workloadOf({ type, name, at, body }: IacResource, template: IacValue): Workload | undefined {
  const spec = mapOf(member(template, 'spec'));
  if (!spec) return undefined;
  return {
    at,
    kind: type,
    name,
    namespace: member(body, 'metadata', 'namespace'),
    labels: member(template, 'metadata', 'labels') ?? member(body, 'metadata', 'labels'),
    annotations: member(template, 'metadata', 'annotations'),
    spec,
    windows: runsOnWindows(spec),
  };
}

function runsOnWindows(spec: IacMap): boolean {
  const systems = [
    textOf(member(spec, 'os', 'name')),
    ...entriesOf(member(spec, 'nodeSelector'))
      .filter(([key]) => key.endsWith('kubernetes.io/os'))
      .map(([, value]) => textOf(value)),
  ];
  return systems.some((system) => system?.toLowerCase() === 'windows');
}

/** A volume that shows a path of the node. */
export interface HostMount {
  /** Tells the volumes of one object apart. */
  readonly part: string;
  readonly path: IacValue;
  /** Undefined for a persistent volume. */
  readonly workload?: Workload;
  readonly readOnly: boolean;
}

export const hostMounts: IacView<HostMount> = {
  id: 'kubernetes-host-mount',
  *of(resource, estate) {
    if (resource.format !== 'kubernetes') return;
    if (resource.type === 'PersistentVolume') {
      const path = member(resource.body, 'spec', 'hostPath', 'path');
      if (path) yield { part: 'hostPath', path, readOnly: false };
    }
    for (const workload of workloads.of(resource, estate)) {
      for (const volume of itemsOf(member(workload.spec, 'volumes'))) {
        // An unknown list of volumes says nothing of any path, and most of them hold none.
        const path = volume.kind === 'map' ? member(volume, 'hostPath', 'path') : undefined;
        const name = textOf(member(volume, 'name'));
        if (path) yield { part: `volumes/${name ?? ''}`, path, workload, readOnly: mountedReadOnly(workload, name) };
      }
    }
  },
};

function mountedReadOnly(workload: Workload, name: string | undefined): boolean {
  const mounts = [...containersOf(workload)]
    .flatMap(({ body }) => itemsOf(member(body, 'volumeMounts')))
    .filter((mount) => name !== undefined && textOf(member(mount, 'name')) === name);
  return mounts.length > 0 && mounts.every((mount) => isTrue(member(mount, 'readOnly')));
}
