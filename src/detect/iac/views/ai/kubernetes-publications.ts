import type { IacResource, IacValue } from '../../../../model/iac.js';
import type { IacEstate } from '../../contract/estate.js';
import { entriesOf, itemsOf, member, textOf } from '../../contract/values.js';
import { mayBeSame, namespaceOf } from '../kubernetes/access.js';
import { internalBalancer } from '../kubernetes/balancer.js';
import type { Workload } from '../kubernetes/workload.js';
import type { Publication, Reach } from './ai-container.js';

/** Annotations by which an ingress asks callers who they are, or lets another service ask. */
const GUARD =
  /auth-(?:url|type|secret|signin|tls-secret)$|(?:^|\/)auth-type$|oauth2|forward-?auth|jwt|\.ingress\.kubernetes\.io\/router\.middlewares$|basic-?auth/i;

/** What services and ingresses of the tree publish of the pods of a workload. */
export function publicationsOfPods(workload: Workload, estate: IacEstate): Publication[] {
  const labels = new Map(entriesOf(workload.labels).entries.map(([name, value]) => [name, textOf(value)]));
  const namespace = textOf(workload.namespace);
  const services = estate.ofType('Service').filter((service) => mayBeSame(namespaceOf(service), namespace) && selects(service, labels));
  return services.flatMap((service) => [...publicationOf(service), ...throughRoutes(service, estate)]);
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

/** Ingresses and routes of the Gateway API that lead to a service. */
function throughRoutes(service: IacResource, estate: IacEstate): Publication[] {
  const routes = ['Ingress', 'HTTPRoute', 'GRPCRoute', 'IngressRoute', 'VirtualService', 'Route'].flatMap((type) => estate.ofType(type));
  return routes
    .filter((route) => route.format === 'kubernetes' && mayBeSame(namespaceOf(route), namespaceOf(service)))
    .filter(({ body }) => names(member(body, 'spec'), service.name, 0))
    .map(({ type, at, body }) => {
      const guards = entriesOf(member(body, 'metadata', 'annotations')).entries.some(([name]) => GUARD.test(name));
      return {
        at,
        evidence: `${type} ${textOf(member(body, 'metadata', 'name')) ?? ''}`.trim(),
        reach: 'everywhere',
        ...(guards && { guard: 'yes' as const }),
      };
    });
}

const DEPTH = 12;
const BACKENDS = /^(?:name|serviceName|host)$/;

/** True where a route names the service as what it leads to. */
function names(value: IacValue | undefined, service: string, depth: number): boolean {
  if (!value || depth > DEPTH) return false;
  if (value.kind === 'list') return value.items.some((item) => names(item, service, depth + 1));
  if (value.kind !== 'map') return false;
  return [...value.entries].some(
    ([key, entry]) => (BACKENDS.test(key) && textOf(entry)?.split('.', 1)[0] === service) || names(entry, service, depth + 1),
  );
}
