import type { IacMap, IacValue } from '../../../model/iac.js';
import { apiResources, eventResources } from './sam-api.js';
import type { EvaluatedResource, Template } from './template.js';
import { entryOf, itemsOf, listOf, mapOf, scalar, textOf, unknown } from './values.js';

/** Sections of `Globals` by the types that they are for. */
const GLOBALS: Readonly<Record<string, string>> = {
  'AWS::Serverless::Function': 'Function',
  'AWS::Serverless::Api': 'Api',
  'AWS::Serverless::HttpApi': 'HttpApi',
  'AWS::Serverless::SimpleTable': 'SimpleTable',
  'AWS::Serverless::StateMachine': 'StateMachine',
};

/** What each resource of SAM becomes (AWS SAM Developer Guide, "Generated CloudFormation resources"); other resources stay as they are. */
export function* expandServerless(template: Template, resources: Iterable<EvaluatedResource>): Iterable<EvaluatedResource> {
  const all = [...resources].map((resource) => withGlobals(template, resource));
  for (const resource of all) {
    if (!resource.type.startsWith('AWS::Serverless::')) yield resource;
    else if (resource.type === 'AWS::Serverless::Function') yield* functionResources(resource, all);
    else if (resource.type === 'AWS::Serverless::StateMachine') yield* stateMachineResources(resource);
    else if (resource.type === 'AWS::Serverless::SimpleTable') yield { ...resource, type: 'AWS::DynamoDB::Table' };
    else if (resource.type === 'AWS::Serverless::Application') yield { ...resource, type: 'AWS::CloudFormation::Stack' };
    else if (resource.type === 'AWS::Serverless::Api' || resource.type === 'AWS::Serverless::HttpApi') yield* apiResources(resource);
    else yield resource;
  }
  yield* implicitApi(all, template);
}

/** Maps of `Globals` and of the resource are merged, lists are joined, and for all else the resource's own value holds. */
function withGlobals(template: Template, resource: EvaluatedResource): EvaluatedResource {
  const section = GLOBALS[resource.type];
  const written = section && entryOf(template.section('Globals'), section);
  if (!written) return resource;
  const merged = mergedWith(template.evaluator.value(written), resource.properties);
  return merged.kind === 'map' ? { ...resource, properties: { ...merged, at: resource.properties.at } } : resource;
}

function mergedWith(global: IacValue, own: IacValue): IacValue {
  if (global.kind === 'list' && own.kind === 'list') return listOf(own.at, [...global.items, ...own.items]);
  if (global.kind !== 'map' || own.kind !== 'map') return own;
  const entries = new Map(global.entries);
  for (const [key, value] of own.entries) {
    const inherited = entries.get(key);
    entries.set(key, inherited ? mergedWith(inherited, value) : value);
  }
  return { ...own, entries };
}

function* functionResources(resource: EvaluatedResource, all: readonly EvaluatedResource[]): Iterable<EvaluatedResource> {
  const { id, properties } = resource;
  yield { ...resource, type: 'AWS::Lambda::Function' };
  const url = properties.entries.get('FunctionUrlConfig');
  if (url?.kind === 'map') {
    const target = unknown(`!Ref ${id}`, url.at, { refersTo: [id] });
    yield {
      ...resource,
      id: `${id}Url`,
      type: 'AWS::Lambda::Url',
      properties: { ...url, entries: new Map([...url.entries, ['TargetFunctionArn', target]]) },
    };
  }
  if (!properties.entries.has('Role')) yield roleOf(resource, 'lambda.amazonaws.com');
  yield* eventResources(resource, all);
}

function* stateMachineResources(resource: EvaluatedResource): Iterable<EvaluatedResource> {
  yield { ...resource, type: 'AWS::StepFunctions::StateMachine' };
  if (!resource.properties.entries.has('Role')) yield roleOf(resource, 'states.amazonaws.com');
}

/** The role that SAM makes; names of policy templates are left out, because they are bound to one resource each. */
function roleOf(resource: EvaluatedResource, service: string): EvaluatedResource {
  const { at, entries } = resource.properties;
  const policies = entries.get('Policies');
  const all = policies?.kind === 'list' ? policies.items : policies ? [policies] : [];
  const documents = all.filter((policy) => entryOf(policy, 'Statement') !== undefined);
  const managed = all.filter((policy) => policy.kind !== 'map');
  const inline = documents.map((document, index) =>
    mapOf(document.at, [
      ['PolicyName', scalar(`${resource.id}RolePolicy${index}`, document.at)],
      ['PolicyDocument', document],
    ]),
  );
  const place = policies?.at ?? at;
  const role: [string, IacValue][] = [
    ['AssumeRolePolicyDocument', entries.get('AssumeRolePolicyDocument') ?? trustOf(service, at)],
    ['Policies', listOf(place, inline)],
    ['ManagedPolicyArns', listOf(place, managed.map(managedArn))],
  ];
  const boundary = entries.get('PermissionsBoundary');
  if (boundary) role.push(['PermissionsBoundary', boundary]);
  return { ...resource, id: `${resource.id}Role`, type: 'AWS::IAM::Role', properties: mapOf(at, role) };
}

function managedArn(policy: IacValue): IacValue {
  const name = textOf(policy);
  return name === undefined || name.startsWith('arn:') ? policy : scalar(`arn:aws:iam::aws:policy/${name}`, policy.at, policy.via);
}

function trustOf(service: string, at: IacValue['at']): IacMap {
  const statement = mapOf(at, [
    ['Effect', scalar('Allow', at)],
    ['Principal', mapOf(at, [['Service', scalar(service, at)]])],
    ['Action', scalar('sts:AssumeRole', at)],
  ]);
  return mapOf(at, [['Statement', listOf(at, [statement])]]);
}

/** The API that SAM makes for events that name none; `Globals` may set its authorizer. */
function* implicitApi(all: readonly EvaluatedResource[], template: Template): Iterable<EvaluatedResource> {
  for (const [section, type, id] of [
    ['Api', 'Api', 'ServerlessRestApi'],
    ['HttpApi', 'HttpApi', 'ServerlessHttpApi'],
  ] as const) {
    const user = all.find(
      ({ type: own, properties }) =>
        own === 'AWS::Serverless::Function' &&
        eventsOf(properties).some(
          (event) =>
            textOf(entryOf(event, 'Type')) === type && !entryOf(entryOf(event, 'Properties'), section === 'Api' ? 'RestApiId' : 'ApiId'),
        ),
    );
    const globals = entryOf(template.section('Globals'), section);
    const written = globals && template.evaluator.value(globals);
    if (user)
      yield* apiResources({
        ...user,
        id,
        type: `AWS::Serverless::${type}`,
        properties: written?.kind === 'map' ? written : mapOf(user.properties.at, []),
      });
  }
}

function eventsOf(properties: IacMap): IacValue[] {
  const events = properties.entries.get('Events');
  return events?.kind === 'map' ? [...events.entries.values()] : itemsOf(events).slice();
}
