import type { IacResource, IacValue } from '../../../../model/iac.js';
import type { IacEstate } from '../../contract/estate.js';
import { entriesOf, itemsOf, member, textOf } from '../../contract/values.js';
import { mayBeSame, namespaceOf } from '../kubernetes/access.js';
import { internalAnnotations } from '../kubernetes/balancer.js';
import type { Publication, Reach } from './ai-container.js';

/** Annotations by which an ingress asks callers who they are, or lets another service ask. */
const GUARD =
  /auth-(?:url|type|secret|signin|tls-secret)$|(?:^|\/)auth-type$|oauth2|forward-?auth|jwt|\.ingress\.kubernetes\.io\/router\.middlewares$|basic-?auth/i;

/** Entrances that name the services which they lead to anywhere in their `spec`. */
const INGRESSES = ['Ingress', 'IngressRoute', 'VirtualService', 'Route'];
/** Of the Gateway API. */
const GATEWAY_ROUTES = ['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'];
/** Classes and types of gateways that have no public address. */
const INTERNAL_CLASS = /(?:^|-)rilb(?:-|$)|internal/i;

/** Ingresses and routes of the Gateway API that lead to a service. */
export function throughRoutes(service: IacResource, estate: IacEstate): Publication[] {
  const ingresses = estate
    .withKey(
      'ingresses by backend',
      service.name,
      () => ofTypes(estate, INGRESSES),
      ({ body }) => backendsIn(member(body, 'spec'), 0),
    )
    .filter((route) => mayBeSame(namespaceOf(route), namespaceOf(service)))
    .map((route) => published(route, 'everywhere', hasGuard(route)));
  const routes = estate
    .withKey(
      'routes by backend',
      service.name,
      () => ofTypes(estate, GATEWAY_ROUTES),
      (route) => backendsOf(route).flatMap((backend) => textOf(member(backend, 'name')) ?? []),
    )
    .filter((route) => leadsTo(route, service))
    .flatMap((route) => throughGateways(route, estate));
  return [...ingresses, ...routes];
}

function ofTypes(estate: IacEstate, types: readonly string[]): IacResource[] {
  return types.flatMap((type) => estate.ofType(type)).filter(({ format }) => format === 'kubernetes');
}

function published(route: IacResource, reach: Reach, guarded: boolean): Publication {
  const evidence = `${route.type} ${textOf(member(route.body, 'metadata', 'name')) ?? ''}`.trim();
  return { at: route.at, evidence, reach, ...(guarded && { guard: 'yes' as const }) };
}

function hasGuard({ body }: IacResource): boolean {
  return entriesOf(member(body, 'metadata', 'annotations')).entries.some(([name]) => GUARD.test(name));
}

/** A route may lead to a service of another namespace, which it names then. */
function leadsTo(route: IacResource, service: IacResource): boolean {
  return backendsOf(route).some(
    (backend) =>
      textOf(member(backend, 'name')) === service.name &&
      isKind(backend, 'Service') &&
      mayBeSame(textOf(member(backend, 'namespace')) ?? namespaceOf(route), namespaceOf(service)),
  );
}

function backendsOf({ body }: IacResource): readonly IacValue[] {
  return itemsOf(member(body, 'spec', 'rules')).items.flatMap((rule) => itemsOf(member(rule, 'backendRefs')).items);
}

/** A route of a mesh has services as its parents, and is no entrance. A gateway outside of the tree counts as public. */
function throughGateways(route: IacResource, estate: IacEstate): Publication[] {
  const parents = itemsOf(member(route.body, 'spec', 'parentRefs')).items;
  if (parents.length > 0 && parents.every((parent) => textOf(member(parent, 'kind')) === 'Service')) return [];
  const gateways = parents.map((parent) => gatewayOf(parent, route, estate));
  const inside = gateways.length > 0 && gateways.every((gateway) => gateway !== undefined && isInternal(gateway));
  const named = [route, ...gateways.filter((gateway) => gateway !== undefined)];
  return [published(route, inside ? 'internal' : 'everywhere', hasGuard(route) || named.some((one) => isSecured(one, estate)))];
}

function gatewayOf(parent: IacValue, route: IacResource, estate: IacEstate): IacResource | undefined {
  const namespace = textOf(member(parent, 'namespace')) ?? namespaceOf(route);
  const name = textOf(member(parent, 'name'));
  if (name === undefined) return undefined;
  return estate
    .withKey(
      'gateways by name',
      name,
      () => ofTypes(estate, ['Gateway']),
      (gateway) => [gateway.name],
    )
    .find((gateway) => mayBeSame(namespaceOf(gateway), namespace));
}

function isInternal({ body }: IacResource): boolean {
  const own = member(body, 'metadata', 'annotations');
  const annotations = [own, member(body, 'spec', 'infrastructure', 'annotations')];
  return (
    annotations.some(internalAnnotations) ||
    /^ClusterIP$/i.test(textOf(member(own, 'networking.istio.io/service-type')) ?? '') ||
    INTERNAL_CLASS.test(textOf(member(body, 'spec', 'gatewayClassName')) ?? '')
  );
}

/** True where a policy of Envoy Gateway asks the callers of a route or gateway who they are. */
function isSecured(target: IacResource, estate: IacEstate): boolean {
  const policies = estate.withKey(
    'policies by target',
    target.name,
    () => estate.ofType('SecurityPolicy'),
    (policy) => targetsOf(policy).flatMap((one) => textOf(member(one, 'name')) ?? []),
  );
  return policies.some((policy) => {
    if (!mayBeSame(namespaceOf(policy), namespaceOf(target))) return false;
    const asks = ['jwt', 'oidc', 'basicAuth', 'apiKeyAuth', 'extAuth'].some((name) => member(policy.body, 'spec', name) !== undefined);
    return asks && targetsOf(policy).some((one) => isKind(one, target.type) && textOf(member(one, 'name')) === target.name);
  });
}

function targetsOf({ body }: IacResource): readonly IacValue[] {
  const single = member(body, 'spec', 'targetRef');
  return [...(single ? [single] : []), ...itemsOf(member(body, 'spec', 'targetRefs')).items];
}

function isKind(reference: IacValue, kind: string): boolean {
  return (textOf(member(reference, 'kind')) ?? 'Service') === kind;
}

const DEPTH = 12;
const BACKENDS = /^(?:name|serviceName|host)$/;

/** The services that an entrance names as what it leads to. */
function backendsIn(value: IacValue | undefined, depth: number): string[] {
  if (!value || depth > DEPTH) return [];
  if (value.kind === 'list') return value.items.flatMap((item) => backendsIn(item, depth + 1));
  if (value.kind !== 'map') return [];
  return [...value.entries].flatMap(([key, entry]) => {
    const name = BACKENDS.test(key) ? textOf(entry)?.split('.', 1)[0] : undefined;
    return [...(name === undefined ? [] : [name]), ...backendsIn(entry, depth + 1)];
  });
}
