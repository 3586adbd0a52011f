import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { routes } from '../../api/registry.js';
import { allows, type Route } from '../../api/route.js';
import { authenticate } from '../auth/authenticate.js';
import type { Principal, RequestIdentity } from '../auth/principal.js';
import { Forbidden } from '../failures.js';
import type { ControlPlane } from '../plane.js';
import type { EarlyCall, Handler, OpenCall, Reply } from './call.js';
import { errorAnswer } from './errors.js';
import { type Answer, perform } from './perform.js';
import { identifyRequest } from './request-identity.js';
import { handlers } from './routes/registry.js';
import { securityHeaders } from './security-headers.js';
import { validate } from './validation.js';

declare module 'fastify' {
  interface FastifyRequest {
    identity: RequestIdentity;
    principal?: Principal;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

/** The HTTP face over a running control plane. */
export function buildApp(plane: ControlPlane): FastifyInstance {
  const fixed = securityHeaders(plane.options.hstsPreload);
  const app = fastify({
    logger: false,
    bodyLimit: plane.options.maxBodyBytes,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 15_000,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      begin(request, reply, fixed);
      sendError(error, request, reply, plane);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[a-z.+-]*\+)?json\b/, { parseAs: 'string' }, parseJson);
  plane.metrics.watch(app);
  app.addHook('onRequest', async (request, reply) => {
    begin(request, reply, fixed);
    const route = request.routeOptions.config.route;
    if (route?.role !== 'open') request.principal = await admit(request, route, plane);
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, plane));
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send({ detail: 'not found' }));
  for (const [key, route] of Object.entries<Route>(routes)) addRoute(app, plane, route, handlerOf(key));
  return app;
}

/** What every answer carries, also one to an address that no route can be found for. */
function begin(request: FastifyRequest, reply: FastifyReply, fixed: Readonly<Record<string, string>>): void {
  request.identity = identifyRequest(request.headers);
  const { requestId, traceId, spanId } = request.identity;
  reply.headers({ ...fixed, 'x-request-id': requestId, 'x-trace-id': traceId, 'x-span-id': spanId });
}

function handlerOf(key: string): Handler<Route> {
  const handler: unknown = Reflect.get(handlers, key);
  return handler as Handler<Route>;
}

/** Who asks, if they may: 401 comes before all else, unknown paths included; then 403. */
async function admit(request: FastifyRequest, route: Route | undefined, plane: ControlPlane): Promise<Principal> {
  const peer = request.socket.remoteAddress ?? '';
  const principal = await authenticate({ method: request.method, headers: request.headers, peer }, plane);
  if (!route) return principal;
  if (route.role !== 'open' && !allows(principal.role, route.role)) throw new Forbidden(`this needs the role ${route.role}`);
  if (!principal.scopes.includes(route.scope)) throw new Forbidden(`this needs a credential with the scope ${route.scope}`);
  return principal;
}

function addRoute(app: FastifyInstance, plane: ControlPlane, route: Route, handler: Handler<Route>): void {
  app.route({
    method: route.method,
    url: route.path.replace(/\{([a-z_]+)\}/g, ':$1'),
    config: { route },
    ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    handler: async (request, reply) => {
      const input = validate(route, request);
      return send(reply, await run(route, handler, callOf(request, input, plane), request.principal));
    },
  });
}

async function run(route: Route, handler: Handler<Route>, call: OpenCall<Route>, principal: Principal | undefined): Promise<Answer> {
  if (!principal) {
    const { body, status = route.status, headers = {}, stream } = await (handler as (call: OpenCall<Route>) => Promise<Reply>)(call);
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const type = `${route.produces ?? 'application/json'}; charset=utf-8`;
    return { status, headers: { 'content-type': type, ...headers }, body: text, ...(stream && { stream }) };
  }
  const key = call.headers['idempotency-key'];
  const early: EarlyCall<Route> = { ...call, principal, ...(typeof key === 'string' && { idempotencyKey: key }) };
  return perform(route, handler, early);
}

function callOf(request: FastifyRequest, input: { params: unknown; query: unknown; body: unknown }, plane: ControlPlane): OpenCall<Route> {
  const gone = new AbortController();
  request.raw.once('close', () => request.raw.destroyed && gone.abort());
  return {
    plane,
    ...(input as Pick<OpenCall<Route>, 'params' | 'query' | 'body'>),
    request: request.identity,
    headers: request.headers,
    clientAddress: request.socket.remoteAddress ?? '',
    signal: gone.signal,
  };
}

function send(reply: FastifyReply, { status, headers, body, stream }: Answer): FastifyReply {
  reply.code(status).headers(headers);
  if (stream) return reply.send(stream());
  return body === undefined ? reply.removeHeader('content-type').send() : reply.send(body);
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, plane: ControlPlane): FastifyReply {
  const { status, detail, headers } = errorAnswer(error);
  if (status === 500) plane.log.error({ err: error, request_id: request.identity?.requestId }, 'request failed');
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify({ detail }));
}

/** Keys that would change prototypes are data like any other here: schemas refuse them as unknown. */
function parseJson(_: FastifyRequest, text: string | Buffer, done: (error: Error | null, value?: unknown) => void): void {
  const body = text.toString();
  try {
    done(null, body === '' ? undefined : JSON.parse(body));
  } catch {
    done(Object.assign(new Error('malformed JSON'), { statusCode: 400 }));
  }
}
