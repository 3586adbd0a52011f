import { z } from 'zod';
import { failureStatuses, type Route, type RouteTable } from './route.js';

const MEANINGS: Readonly<Record<number, string>> = {
  200: 'success',
  201: 'created',
  202: 'accepted',
  204: 'done, without a body',
  302: 'go on there',
  303: 'done, go on there',
  304: 'not changed since the answer that If-None-Match names',
  400: 'a rule of the business was broken',
  401: 'no valid credential',
  403: 'not allowed',
  404: 'not in this tenant',
  405: 'the address does not have this method; Allow names those it has',
  408: 'the request came too slowly',
  409: 'conflict',
  413: 'the body is too large',
  414: 'the address, or an id in it, is too long',
  415: 'the body is of a media type that is not read here',
  422: 'the body is no JSON, or does not fit its schema',
  429: 'too many requests, or a quota is used up',
  431: 'the headers are too large',
  500: 'an error of the server; the log has its request id',
  502: 'something that was asked answered nonsense',
  503: 'something that is needed is away',
};

/** The OpenAPI 3.1 document of a route table. Equal tables give equal documents. */
export function openApiDocument(routes: RouteTable, version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, route] of Object.entries(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(operationId, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Castellan control plane',
      version,
      description: 'Sources, jobs, findings, the graph, runtime policy and evidence of one tenant: the one the credential belongs to.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: {
        Problem: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } }, additionalProperties: false },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  };
}

function operation(operationId: string, route: Route): Record<string, unknown> {
  const closed = route.role !== 'open';
  return {
    operationId,
    summary: route.summary,
    tags: [tagOf(route.path)],
    ...(closed && { security: [{ bearer: [] }, { apiKey: [] }], 'x-role': route.role, 'x-scope': route.scope }),
    ...(!closed && { security: [] }),
    ...(route.audit !== undefined && { 'x-audit-action': route.audit }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...idempotencyKey(route),
      ...(route.conditional ? [{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }] : []),
    ],
    ...(route.body && {
      requestBody: { required: true, content: { [route.consumes ?? mediaType(route)]: { schema: schemaOf(route.body, 'input') } } },
    }),
    responses: responses(route),
  };
}

function tagOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return (parts[0] === 'v1' ? parts[1] : parts[0]) ?? 'system';
}

function parameters(object: z.ZodObject | undefined, place: 'path' | 'query'): Record<string, unknown>[] {
  if (!object) return [];
  const { properties = {}, required = [] } = schemaOf(object, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

function idempotencyKey({ idempotency }: Route): Record<string, unknown>[] {
  if (!idempotency) return [];
  const schema = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' };
  return [{ name: 'Idempotency-Key', in: 'header', required: idempotency === 'required', schema }];
}

function responses(route: Route): Record<string, unknown> {
  const also = route.alsoAnswers;
  return {
    [route.status]: { description: MEANINGS[route.status], ...content(route) },
    ...(route.conditional && { 304: { description: MEANINGS[304] } }),
    ...(also && { [also.status]: { description: MEANINGS[also.status], ...content({ ...route, ...also }) } }),
    ...Object.fromEntries(failureStatuses(route).map((code) => [code, failure(route, code)])),
  };
}

/**
 * Statuses that are answered before a route is found. Their bodies have the same form everywhere, also where a route of SCIM or of
 * a page has another form for its own.
 */
const BEFORE_ROUTES: readonly number[] = [405, 408, 431];

function failure({ scim, produces }: Route, code: number): Record<string, unknown> {
  const isOwn = !BEFORE_ROUTES.includes(code);
  const content =
    scim && isOwn
      ? { 'application/scim+json': { schema: { type: 'object' } } }
      : produces === 'text/html' && isOwn
        ? { 'text/html': { schema: { type: 'string' } } }
        : { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return { description: MEANINGS[code], content };
}

function content(route: Route): Record<string, unknown> {
  if (route.produces !== undefined) {
    const types = [route.produces, ...(route.alsoProduces ?? [])];
    return { content: Object.fromEntries(types.map((type) => [type, { schema: /[/+]json$/.test(type) ? {} : { type: 'string' } }])) };
  }
  return route.response ? { content: { [mediaType(route)]: { schema: schemaOf(route.response, 'output') } } } : {};
}

function mediaType({ scim }: Route): string {
  return scim ? 'application/scim+json' : 'application/json';
}

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', unrepresentable: 'any', io });
  return rest;
}
