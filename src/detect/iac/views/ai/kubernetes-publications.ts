import type { IacResource, IacValue } from '../../../../model/iac.js';
import type { IacEstate } from '../../contract/estate.js';
import { entriesOf, itemsOf, member, textOf } from '../../contract/values.js';
import { mayBeSame, namespaceOf } from '../kubernetes/access.js';
import { internalBalancer } from '../kubernetes/balancer.js';
import type { Workload } from '../kubernetes/workload.js';
import type { Publication, Reach } from './ai-container.js';
import { throughRoutes } from './kubernetes-routes.js';

/** What services and ingresses of the tree publish of the pods of a workload. */
export function publicationsOfPods(workload: Workload, estate: IacEstate): Publication[] {
  const labels = new Map(entriesOf(workload.labels).entries.map(([name, value]) => [name, textOf(value)]));
  const namespace = textOf(workload.namespace);
  const services = [...labels]
    .flatMap(([name, value]) => servicesAskingFor(`${name}=${value}`, estate))
    .filter(({ service }) => mayBeSame(namespaceOf(service), namespace) && selects(service, labels))
    .sort((one, other) => one.position - other.position)
    .map(({ service }) => service);
  return services.flatMap((service) => [...publicationOf(service), ...throughRoutes(service, estate)]);
}

/** The services whose selector begins with a label. */
function servicesAskingFor(label: string, estate: IacEstate): readonly { service: IacResource; position: number }[] {
  return estate.withKey(
    'services by label',
    label,
    () => estate.ofType('Service').map((service, position) => ({ service, position })),
    ({ service }) => firstLabelOf(service),
  );
}

/** The label that a service asks pods for first, as `name=value`; none: it asks for none. */
export function firstLabelOf({ body }: IacResource): string[] {
  const [first] = entriesOf(member(body, 'spec', 'selector')).entries;
  return first ? [`${first[0]}=${textOf(first[1])}`] : [];
}

/** Whether a service selects pods with these labels. */
export function selects({ body }: IacResource, labels: ReadonlyMap<string, string | undefined>): boolean {
  const { entries } = entriesOf(member(body, 'spec', 'selector'));
  return entries.length > 0 && entries.every(([name, value]) => labels.get(name) !== undefined && labels.get(name) === textOf(value));
}

function publicationOf({ body }: IacResource): Publication[] {
  const type = member(body, 'spec', 'type');
  if (type?.kind === 'unknown') return [{ at: type.at, evidence: 'type', reach: 'unknown', expression: type.expression }];
  const kind = textOf(type);
  if (!type || (kind !== 'LoadBalancer' && kind !== 'NodePort')) return [];
  const evidence = `type: ${kind}`;
  const ports = itemsOf(member(body, 'spec', 'ports')).items.map((item) =>
    Number(textOf(member(item, 'targetPort')) ?? textOf(member(item, 'port'))),
  );
  const reach: Reach = kind === 'LoadBalancer' && (internalBalancer(body) || isNarrow(body)) ? 'internal' : 'everywhere';
  const each = ports.length > 0 ? ports : [undefined];
  return each.map((port) => ({ at: type.at, evidence, reach, port: port !== undefined && Number.isInteger(port) ? port : undefined }));
}

function isNarrow(body: IacValue): boolean {
  const { items } = itemsOf(member(body, 'spec', 'loadBalancerSourceRanges'));
  return items.length > 0 && items.every((item) => !/\/0$/.test(textOf(item) ?? ''));
}
