import type { IacValue } from '../../../model/iac.js';
import type { EvaluatedResource } from './template.js';
import { entryOf, mapOf, referencesIn, scalar, textOf, unknown } from './values.js';

/** An API and its stage. */
export function* apiResources(resource: EvaluatedResource): Iterable<EvaluatedResource> {
  const isHttp = resource.type === 'AWS::Serverless::HttpApi';
  yield { ...resource, type: isHttp ? 'AWS::ApiGatewayV2::Api' : 'AWS::ApiGateway::RestApi' };
  const api = unknown(`!Ref ${resource.id}`, resource.properties.at, { refersTo: [resource.id] });
  const stage = mapOf(resource.properties.at, [...resource.properties.entries, [isHttp ? 'ApiId' : 'RestApiId', api]]);
  yield { ...resource, id: `${resource.id}Stage`, type: isHttp ? 'AWS::ApiGatewayV2::Stage' : 'AWS::ApiGateway::Stage', properties: stage };
}

/** Methods and routes of the events of a function. */
export function* eventResources(resource: EvaluatedResource, all: readonly EvaluatedResource[]): Iterable<EvaluatedResource> {
  const events = resource.properties.entries.get('Events');
  if (events?.kind !== 'map') return;
  for (const [name, event] of events.entries) {
    const type = textOf(entryOf(event, 'Type'));
    const made = type === 'Api' ? methodOf(event, all) : type === 'HttpApi' ? routeOf(event, all) : undefined;
    if (made) yield { ...resource, ...made, id: `${resource.id}${name}` };
  }
}

type Made = Pick<EvaluatedResource, 'type' | 'properties'>;

function methodOf(event: IacValue, all: readonly EvaluatedResource[]): Made {
  const properties = entryOf(event, 'Properties');
  const [api, address] = apiOf(entryOf(properties, 'RestApiId'), 'ServerlessRestApi', event, all);
  const auth = entryOf(properties, 'Auth');
  const shared = entryOf(api?.properties, 'Auth');
  const authorizer = entryOf(auth, 'Authorizer') ?? entryOf(shared, 'DefaultAuthorizer');
  const key = entryOf(auth, 'ApiKeyRequired') ?? entryOf(shared, 'ApiKeyRequired');
  const policy = entryOf(auth, 'ResourcePolicy') ?? entryOf(shared, 'ResourcePolicy');
  const made = mapOf(event.at, [
    ['HttpMethod', methodName(properties, event)],
    ['RestApiId', address],
    ['AuthorizationType', authorizationOf(authorizer, event.at)],
    ...(key ? ([['ApiKeyRequired', key]] as const) : []),
    ...(policy ? ([['ResourcePolicy', policy]] as const) : []),
  ]);
  return { type: 'AWS::ApiGateway::Method', properties: openIfUnknown(made, api, address) };
}

function routeOf(event: IacValue, all: readonly EvaluatedResource[]): Made {
  const properties = entryOf(event, 'Properties');
  const [api, address] = apiOf(entryOf(properties, 'ApiId'), 'ServerlessHttpApi', event, all);
  const authorizer = entryOf(entryOf(properties, 'Auth'), 'Authorizer') ?? entryOf(entryOf(api?.properties, 'Auth'), 'DefaultAuthorizer');
  const path = textOf(entryOf(properties, 'Path'));
  const key =
    path === undefined ? scalar('$default', event.at) : scalar(`${textOf(methodName(properties, event)) ?? 'ANY'} ${path}`, event.at);
  const made = mapOf(event.at, [
    ['RouteKey', key],
    ['ApiId', address],
    ['AuthorizationType', authorizationOf(authorizer, event.at)],
  ]);
  return { type: 'AWS::ApiGatewayV2::Route', properties: openIfUnknown(made, api, address) };
}

function methodName(properties: IacValue | undefined, event: IacValue): IacValue {
  const method = entryOf(properties, 'Method');
  const text = textOf(method);
  return text === undefined ? (method ?? scalar('ANY', event.at)) : scalar(text.toUpperCase(), event.at);
}

/** The API of an event, if it is one of the template, and how it is named. */
function apiOf(
  named: IacValue | undefined,
  implicit: string,
  event: IacValue,
  all: readonly EvaluatedResource[],
): [EvaluatedResource | undefined, IacValue] {
  const address = named ?? unknown(`!Ref ${implicit}`, event.at, { refersTo: [implicit] });
  const [id] = referencesIn(address);
  return [all.find((resource) => resource.id === id), address];
}

/** What SAM calls NONE stays open; any other authorizer has a type of its own that does not matter here. */
function authorizationOf(authorizer: IacValue | undefined, at: IacValue['at']): IacValue {
  const name = textOf(authorizer);
  if (authorizer === undefined || name === 'NONE') return scalar('NONE', authorizer?.at ?? at);
  if (name === undefined) return authorizer;
  return scalar(name === 'AWS_IAM' ? 'AWS_IAM' : 'CUSTOM', authorizer.at);
}

/** Of an API elsewhere nobody knows whether it has an authorizer. */
function openIfUnknown(made: ReturnType<typeof mapOf>, api: EvaluatedResource | undefined, address: IacValue): ReturnType<typeof mapOf> {
  const own = textOf(made.entries.get('AuthorizationType'));
  const isImplicit = address.kind === 'unknown' && address.refersTo?.some((id) => id.startsWith('Serverless'));
  if (api || isImplicit || own !== 'NONE') return made;
  const entries = new Map(made.entries);
  entries.set('AuthorizationType', unknown(`the authorizer of ${address.kind === 'unknown' ? address.expression : 'the API'}`, made.at));
  return { ...made, entries };
}
