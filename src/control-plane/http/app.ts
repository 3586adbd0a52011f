import { Readable } from 'node:stream';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { routes } from '../../api/registry.js';
import { answersHead, type Route } from '../../api/route.js';
import { within } from '../../system/tracing.js';
import { Denials } from '../auth/denials.js';
import type { Principal, RequestIdentity } from '../auth/principal.js';
import { MethodNotAllowed } from '../failures.js';
import { RateLimits } from '../limits/rate-limits.js';
import { StoreUnavailable } from '../store/engines/failures.js';
import { logRequests } from './access-log.js';
import { Admission } from './admission.js';
import { allowedMethods } from './allowed-methods.js';
import { readBodies } from './bodies.js';
import type { EarlyCall, Handler, OpenCall, Reply } from './call.js';
import { refuseWhenClosing } from './closing.js';
import { errorAnswer, errorBody } from './errors.js';
import { addGuidePages } from './guide-pages.js';
import { holdStreams } from './open-streams.js';
import { perform, type RouteAnswer } from './perform.js';
import type { ControlPlane } from './plane.js';
import { identifyRequest } from './request-identity.js';
import { beginSpan, endSpans } from './request-spans.js';
import { handlers } from './routes/registry.js';
import { securityHeaders } from './security-headers.js';
import { addUiPages } from './ui-pages.js';
import { refuseOtherTenant, validate } from './validation.js';
import { wireErrors } from './wire-errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    identity: RequestIdentity;
    principal?: Principal;
    clientAddress: string;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

/** Builds the HTTP server of a running control plane. */
export function buildApp(plane: ControlPlane): FastifyInstance {
  const fixed = securityHeaders(plane.options.hstsPreload);
  const denials = new Denials(plane);
  const admission = new Admission(plane, new RateLimits(plane), denials);
  const app = makeServer(plane, fixed);
  readBodies(app);
  plane.metrics.watch(app);
  app.addHook('onRequest', async (request, reply) => {
    name(request, reply, fixed);
    beginSpan(request);
    await within(request.span, () => admission.admit(request, request.routeOptions.config.route));
  });
  refuseWhenClosing(app);
  holdStreams(app);
  endSpans(app);
  if (plane.options.accessLog) logRequests(app, plane);
  app.addHook('onClose', () => denials.close());
  app.setErrorHandler(async (error, request, reply) => {
    await admission.refused(error, request);
    return sendError(error, request, reply, plane);
  });
  const methodsOf = allowedMethods(routes);
  app.addHook('onRequest', async ({ url, method }) => {
    const methods = methodsOf(url.split('?')[0] ?? '');
    if (methods.length > 0 && !methods.includes(method)) throw new MethodNotAllowed(methods);
  });
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send({ detail: 'not found' }));
  for (const [key, route] of Object.entries<Route>(routes)) addRoute(app, plane, route, handlerOf(key));
  addGuidePages(app);
  addUiPages(app);
  return app;
}

function makeServer(plane: ControlPlane, fixed: Readonly<Record<string, string>>): FastifyInstance {
  const { maxBodyBytes, requestTimeoutMs = 30_000 } = plane.options;
  return fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    // A connection that neither sends nor reads for this long is closed. At most one answer is buffered for it.
    connectionTimeout: 2 * requestTimeoutMs,
    keepAliveTimeout: 15_000,
    http: { headersTimeout: Math.min(15_000, requestTimeoutMs), connectionsCheckingInterval: 1000, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: wireErrors(fixed),
    // Requests with malformed addresses never reach the hooks.
    frameworkErrors: (error, request, reply) => {
      name(request, reply, fixed);
      sendError(error, request, reply, plane);
    },
  });
}

/** Sets the ids of a request, and the headers that every answer has. */
function name(request: FastifyRequest, reply: FastifyReply, fixed: Readonly<Record<string, string>>): void {
  request.identity = identifyRequest(request.headers);
  const { requestId, traceId, spanId } = request.identity;
  reply.headers({ ...fixed, 'x-request-id': requestId, 'x-trace-id': traceId, 'x-span-id': spanId });
}

function handlerOf(key: string): Handler<Route> {
  const handler: unknown = Reflect.get(handlers, key);
  return handler as Handler<Route>;
}

function addRoute(app: FastifyInstance, plane: ControlPlane, route: Route, handler: Handler<Route>): void {
  app.route({
    method: route.method,
    url: route.path.replace(/\{([a-z_]+)\}/g, ':$1'),
    config: { route },
    exposeHeadRoute: answersHead(route),
    ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    handler: (request, reply) =>
      within(request.span, async () => {
        if (request.principal) refuseOtherTenant(request.principal.tenantId, request.query);
        const input = validate(route, request);
        const call = callOf(request, input, plane);
        return request.method === 'HEAD'
          ? sendHead(reply, await run(headOf(route), handler, call, request.principal))
          : send(reply, await run(route, handler, call, request.principal));
      }),
  });
}

async function run(route: Route, handler: Handler<Route>, call: OpenCall<Route>, principal: Principal | undefined): Promise<RouteAnswer> {
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
    peer: request.socket.remoteAddress ?? '',
    clientAddress: request.clientAddress,
    signal: gone.signal,
  };
}

function send(reply: FastifyReply, { status, headers, body, stream }: RouteAnswer): FastifyReply {
  reply.code(status).headers(headers);
  if (stream) return reply.send(stream());
  return body === undefined ? reply.removeHeader('content-type').send() : reply.send(body);
}

const SAY_AGAIN_MS = 10_000;
const said = new WeakMap<ControlPlane, { detail: string; at: number }>();

/** Logs the cause for the operator, but only once in a while, because every request fails with it. */
function sayOutage(plane: ControlPlane, error: StoreUnavailable, requestId: string | undefined): void {
  const last = said.get(plane);
  const now = performance.now();
  if (last?.detail === error.detail && now - last.at < SAY_AGAIN_MS) return;
  said.set(plane, { detail: error.detail, at: now });
  plane.log.error({ err: error, request_id: requestId }, `requests fail: ${error.detail}`);
}

/** The HEAD variant of a GET route. It returns no data, so it writes no audit event. */
function headOf({ audit, ...route }: Route): Route {
  return route;
}

/** Sends only the headers. The stream is not started, because one that follows a job would last as long as the job. */
function sendHead(reply: FastifyReply, answer: RouteAnswer): FastifyReply {
  return send(reply, answer.stream ? { ...answer, stream: () => Readable.from([]) } : answer);
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, plane: ControlPlane): FastifyReply {
  const { status, detail, headers } = errorAnswer(error);
  if (status === 500) plane.log.error({ err: error, request_id: request.identity?.requestId }, 'request failed');
  if (error instanceof StoreUnavailable) sayOutage(plane, error, request.identity?.requestId);
  const shown = errorBody({ status, detail, headers }, error, request.routeOptions?.config?.route);
  return reply.code(shown.status).headers(headers).type(`${shown.type}; charset=utf-8`).send(shown.body);
}
