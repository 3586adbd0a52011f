import type { IacResource, IacValue, SourcePlace } from '../../../../model/iac.js';
import type { IacEstate } from '../../contract/estate.js';
import { entriesOf, itemsOf, member, textOf } from '../../contract/values.js';
import { type Container, containersOf, type Workload, workloads } from '../kubernetes/workload.js';
import type { AiContainer, HostPath, Publication, Variable } from './ai-container.js';
import { publicationsOfPods } from './kubernetes-publications.js';
import { wordsOfText } from './words.js';

/** The containers of a workload, with what the tree publishes of it. */
export function* kubernetesContainers(resource: IacResource, estate: IacEstate): Iterable<AiContainer> {
  for (const workload of workloads.of(resource, estate)) {
    const published = publicationsOfPods(workload, estate);
    for (const container of containersOf(workload)) yield containerOf(resource, container, published);
  }
}

function containerOf(resource: IacResource, { workload, name, body }: Container, published: readonly Publication[]): AiContainer {
  const variables = variablesOf(body);
  const namespace = textOf(workload.namespace);
  const host = member(workload.spec, 'hostNetwork');
  const onHost: Publication[] =
    host && textOf(host) === 'true' ? [{ at: host.at, evidence: 'hostNetwork: true', reach: 'everywhere' }] : [];
  return {
    resource,
    name: name === '' ? workload.name : name,
    at: body.at,
    image: textOf(member(body, 'image')),
    words: [...itemsOf(member(body, 'command')).items, ...itemsOf(member(body, 'args')).items].flatMap((item) =>
      wordsOfText(textOf(item), item.at),
    ),
    ...variables,
    labels: [...namesOf(workload.labels), ...namesOf(workload.annotations)],
    publications: [...published, ...onHost, ...hostPorts(body)],
    hostPaths: hostPathsOf(workload, body),
    rights: rightsOf(workload, body),
    account: { name: textOf(member(workload.spec, 'serviceAccountName')) ?? 'default', namespace },
  };
}

function variablesOf(body: IacValue): { variables: Variable[]; openVariables?: string } {
  const { items, rest } = itemsOf(member(body, 'env'));
  const variables = items.flatMap((item): Variable[] => {
    const name = textOf(member(item, 'name'));
    return name === undefined ? [] : [{ name, at: item.at, value: member(item, 'value') }];
  });
  const from = member(body, 'envFrom');
  const open = rest?.expression ?? (itemsOf(from).items.length > 0 ? 'envFrom' : undefined);
  return { variables, ...(open !== undefined && { openVariables: open }) };
}

function namesOf(value: IacValue | undefined): string[] {
  return entriesOf(value).entries.map(([name]) => name);
}

function hostPorts(body: IacValue): Publication[] {
  return itemsOf(member(body, 'ports')).items.flatMap((item): Publication[] => {
    const port = member(item, 'hostPort');
    const text = textOf(port);
    if (!port || text === undefined || text === '0') return [];
    return [{ at: port.at, evidence: `hostPort: ${text}`, reach: 'everywhere', port: Number(textOf(member(item, 'containerPort'))) }];
  });
}

function hostPathsOf({ spec }: Workload, body: IacValue): HostPath[] {
  const mounts = itemsOf(member(body, 'volumeMounts')).items;
  return itemsOf(member(spec, 'volumes')).items.flatMap((volume): HostPath[] => {
    const path = member(volume, 'hostPath', 'path');
    const text = textOf(path);
    const name = textOf(member(volume, 'name'));
    const mount = mounts.find((one) => textOf(member(one, 'name')) === name);
    if (!path || text === undefined || !mount) return [];
    return [{ at: path.at, path: text, readOnly: textOf(member(mount, 'readOnly')) === 'true' }];
  });
}

function rightsOf({ spec }: Workload, body: IacValue): { at: SourcePlace; evidence: string }[] {
  const plain: readonly (readonly [string, IacValue | undefined])[] = [
    ['privileged', member(body, 'securityContext', 'privileged')],
    ['hostPID', member(spec, 'hostPID')],
    ['hostNetwork', member(spec, 'hostNetwork')],
  ];
  const found = plain.flatMap(([key, value]) => (value && textOf(value) === 'true' ? [{ at: value.at, evidence: `${key}: true` }] : []));
  for (const item of itemsOf(member(body, 'securityContext', 'capabilities', 'add')).items)
    if (/^(?:CAP_)?(?:SYS_ADMIN|ALL)$/i.test(textOf(item) ?? ''))
      found.push({ at: item.at, evidence: `capabilities.add: ${textOf(item)}` });
  const profiles = [member(body, 'securityContext', 'seccompProfile', 'type'), member(spec, 'securityContext', 'seccompProfile', 'type')];
  for (const profile of profiles)
    if (profile && textOf(profile) === 'Unconfined') found.push({ at: profile.at, evidence: 'seccompProfile: Unconfined' });
  return found;
}
