import type { KubernetesObject } from './chart.js';

type Labels = Readonly<Record<string, string>>;

interface PodOf {
  owner: string;
  labels: Labels;
  spec: KubernetesObject;
  /** Names of what it can mount. */
  volumes: string[];
}

export function named(object: KubernetesObject): string {
  return `${object.kind} ${object.metadata.name}`;
}

export function ofKind(objects: readonly KubernetesObject[], kind: string): KubernetesObject[] {
  return objects.filter((object) => object.kind === kind);
}

/** Every pod that the objects start. */
export function podsOf(objects: readonly KubernetesObject[]): PodOf[] {
  return objects.flatMap((object) => {
    const template =
      object.kind === 'Pod' ? object : object.kind === 'CronJob' ? object.spec.jobTemplate.spec.template : object.spec?.template;
    if (template?.spec?.containers === undefined) return [];
    const claims = (object.spec.volumeClaimTemplates ?? []).map((claim: KubernetesObject) => claim.metadata.name);
    const volumes = (template.spec.volumes ?? []).map((volume: KubernetesObject) => volume.name);
    return [{ owner: named(object), labels: template.metadata.labels, spec: template.spec, volumes: [...claims, ...volumes] }];
  });
}

/** What keeps pods from the profile `restricted` of Kubernetes, and from what else this chart promises of each. */
export function unsafePods(objects: readonly KubernetesObject[]): string[] {
  return podsOf(objects).flatMap(({ owner, spec, volumes }) => [
    ...said(owner, {
      'runs as root': spec.securityContext.runAsNonRoot !== true || !(spec.securityContext.runAsUser > 0),
      'has no seccomp profile': spec.securityContext.seccompProfile?.type !== 'RuntimeDefault',
      'mounts a token': spec.automountServiceAccountToken !== false,
      'gets variables of services': spec.enableServiceLinks !== false,
      'uses the host': spec.hostNetwork || spec.hostPID || spec.hostIPC,
      'mounts the host': spec.volumes?.some((volume: KubernetesObject) => volume.hostPath),
    }),
    ...[...(spec.initContainers ?? []), ...spec.containers].flatMap((container: KubernetesObject) =>
      said(`${owner} ${container.name}`, {
        'may write to its root': container.securityContext?.readOnlyRootFilesystem !== true,
        'may gain rights': container.securityContext?.allowPrivilegeEscalation !== false,
        'keeps capabilities': container.securityContext?.capabilities?.drop?.[0] !== 'ALL' || container.securityContext.capabilities.add,
        'has no limit of memory': container.resources?.limits?.memory === undefined,
        'requests nothing': container.resources?.requests?.cpu === undefined || container.resources.requests.memory === undefined,
        'mounts what is no volume': container.volumeMounts?.some(({ name }: { name: string }) => !volumes.includes(name)),
      }),
    ),
  ]);
}

/** Selectors that find no pod, or other pods than they should. */
export function lostSelectors(objects: readonly KubernetesObject[]): string[] {
  const pods = podsOf(objects);
  const found = (labels: Labels) => pods.filter((pod) => Object.entries(labels).every(([name, value]) => pod.labels[name] === value));
  const own = (object: KubernetesObject) => found(object.spec.selector.matchLabels).map(({ owner }) => owner);
  return [
    ...ofKind(objects, 'Deployment')
      .concat(ofKind(objects, 'StatefulSet'))
      .flatMap((object) => said(named(object), { [`selects ${own(object)}`]: own(object).join() !== named(object) })),
    ...ofKind(objects, 'PodDisruptionBudget').flatMap((object) =>
      said(named(object), { 'selects not one workload': own(object).length !== 1 }),
    ),
    ...ofKind(objects, 'Service').flatMap((object) => {
      const [pod, ...others] = found(object.spec.selector);
      const ports = pod?.spec.containers
        .flatMap((container: KubernetesObject) => container.ports ?? [])
        .map((port: KubernetesObject) => port.name);
      return said(named(object), {
        'selects not one workload': pod === undefined || others.length > 0,
        'leads to a port that is not there': !ports?.includes(object.spec.ports[0].targetPort),
      });
    }),
  ];
}

/** Names of variables of ours that some container gets. */
export function ownVariables(objects: readonly KubernetesObject[]): Set<string> {
  const containers = podsOf(objects).flatMap(({ spec }) => spec.containers);
  const names: string[] = containers.flatMap((container: KubernetesObject) =>
    (container.env ?? []).map(({ name }: { name: string }) => name),
  );
  return new Set(names.filter((name) => /^(?:SERVICE|CASTELLAN)_/.test(name)));
}

/** A variable of a container, by the owner's kind and name. */
export function variableOf(objects: readonly KubernetesObject[], owner: string, variable: string): string | undefined {
  const pod = podsOf(objects).find((one) => one.owner === owner);
  return pod?.spec.containers[0].env.find(({ name }: { name: string }) => name === variable)?.value;
}

/** Pods that may be reached, and those that may reach anything, where no policy of the network says so. */
export function openPods(objects: readonly KubernetesObject[]): string[] {
  const closed = ofKind(objects, 'NetworkPolicy').filter(
    ({ spec }) => !spec.ingress && spec.policyTypes.join() === 'Ingress,Egress' && spec.podSelector.matchExpressions === undefined,
  );
  const selects = (labels: Labels, pod: PodOf) => Object.entries(labels).every(([name, value]) => pod.labels[name] === value);
  return podsOf(objects)
    .filter((pod) => !closed.some(({ spec }) => selects(spec.podSelector.matchLabels, pod)))
    .map(({ owner }) => owner);
}

function said(who: string, what: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(what).flatMap(([name, holds]) => (holds ? [`${who} ${name}`] : []));
}
