import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http } from '../../system/http.js';
import { type Listener, listen } from '../../system/listen.js';
import type { InspectorOf, UpstreamFace } from '../http/exchange.js';
import { childFace } from './child-face.js';
import { accessPolicy, type ClientAccess, mayUse } from './client-access.js';
import { ClientJudges, type InspectionsOptions, type UpstreamInspection } from './client-judges.js';
import { Door } from './door.js';
import { GatewayListener } from './listener.js';
import type { GatewayMetrics } from './metrics.js';
import { Quota } from './quota.js';
import { refuse } from './refuse.js';
import { remoteUpstream } from './remote-upstream.js';
import { SignIn, type SignInWay } from './sign-in/sign-in.js';
import type { ConfiguredUpstream } from './upstreams-file.js';

/** An upstream, and how its sessions are judged. */
export interface GatewayUpstream extends Omit<UpstreamInspection, 'name'> {
  upstream: ConfiguredUpstream;
  /** Calls of tools a minute of each client; undefined: as many as come. */
  rate: number | undefined;
}

/** Where something listens. */
export interface ListenAddress {
  host: string;
  /** 0: any free one. */
  port: number;
}

export interface GatewayOptions {
  at: ListenAddress;
  /** Where clients reach it, without a path; undefined: where it listens. */
  publicUrl: string | undefined;
  upstreams: readonly GatewayUpstream[];
  clients: ClientAccess | undefined;
  /** Whose pages may use it from a browser. */
  origins: readonly string[];
  ways: readonly SignInWay[];
  /** Who makes tokens for clients. */
  issuer: string | undefined;
  /** Bytes of a message. */
  maxBytes: number;
  /** Sessions of one client at one upstream. */
  maxSessions: number;
  /** Milliseconds after which an idle session ends. */
  idleMs: number;
  inspections: Omit<InspectionsOptions, 'accessOf' | 'decided'>;
  /** The way to a remote server. */
  httpTo(url: URL): Http;
  /** Where metrics are read, and the token that opens them; without one, only programs of this machine may. */
  metrics: (ListenAddress & { token: string | undefined }) | undefined;
}

export interface Gateway {
  url: string;
  metricsUrl: string | undefined;
  /** Opens the state of the upstreams. */
  statusToken: string;
  /** Ends all sessions and their servers in order. */
  close(): Promise<void>;
}

/** Clients at a time, each of which may have several connections. */
const MAX_CONNECTIONS = 4_096;

/** Opens a gateway. Throws OperationalError where it cannot listen or record. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const metrics = options.metrics && new (await import('./metrics.js')).GatewayMetrics();
  const inspections = new ClientJudges({
    ...options.inspections,
    accessOf: (client) => accessPolicy(options.clients, client),
    decided: metrics && ((upstream, event) => metrics.decided(upstream, event)),
  });
  const faces = new Map<string, UpstreamFace>();
  const open: Listener[] = [];
  const close = async () => {
    await Promise.all([...faces.values()].map((face) => face.close()));
    await Promise.all(open.map((listener) => listener.close()));
    await inspections.close();
  };
  try {
    const statusToken = randomBytes(32).toString('base64url');
    const { listener, url } = await listening(options, { inspections, faces, statusToken, metrics, open });
    const metricsUrl = options.metrics && metrics && (await serveMetrics(options.metrics, metrics, { listener, open }));
    return { url, metricsUrl, statusToken, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function faceOf(upstream: ConfiguredUpstream, inspectorOf: InspectorOf, options: GatewayOptions, publicUrl: string): UpstreamFace {
  const { name } = upstream;
  const { maxBytes, maxSessions, idleMs, inspections, httpTo } = options;
  const common = { inspectorOf, maxBytes, idleMs, say: (line: string) => inspections.say(`${name}: ${line}`) };
  if (upstream.kind === 'child') return childFace({ ...common, name, start: upstream.start, maxSessions });
  const { url, headers, passAuthorization } = upstream;
  const address = new URL(`${publicUrl}/mcp/${name}`);
  return remoteUpstream({
    ...common,
    url,
    headers,
    passAuthorization,
    publicUrl: address,
    http: httpTo(url),
    sessionsOfClient: maxSessions,
  });
}

interface Parts {
  inspections: ClientJudges;
  faces: Map<string, UpstreamFace>;
  statusToken: string;
  metrics: GatewayMetrics | undefined;
  open: Listener[];
}

async function listening(options: GatewayOptions, { inspections, faces, statusToken, metrics, open }: Parts) {
  let listener: GatewayListener | undefined;
  const handle = (request: IncomingMessage, response: ServerResponse) => void listener?.handle(request, response);
  const opened = await listen({ ...options.at, handle, maxConnections: MAX_CONNECTIONS });
  open.push(opened);
  const rates = new Map(options.upstreams.map(({ upstream, rate }) => [upstream.name, rate]));
  const publicUrl = options.publicUrl ?? opened.url;
  for (const { upstream, preset, policies } of options.upstreams)
    faces.set(upstream.name, faceOf(upstream, inspections.of({ name: upstream.name, preset, policies }), options, publicUrl));
  const origins = new Set(options.origins);
  listener = new GatewayListener({
    faces,
    door: new Door(options.at.host, options.publicUrl, origins),
    origins,
    signIn: new SignIn(options.ways),
    quota: new Quota((name) => rates.get(name), Date.now),
    publicUrl,
    issuer: options.issuer,
    passesOn: new Set(options.upstreams.flatMap(({ upstream }) => (isPassing(upstream) ? [upstream.name] : []))),
    mayUse: (client, upstream) => mayUse(options.clients, client.name, upstream),
    maxBytes: options.maxBytes,
    statusToken,
    seen: (request) => metrics?.saw(request),
    clock: Date.now,
  });
  return { listener, url: opened.url };
}

function isPassing(upstream: ConfiguredUpstream): boolean {
  return upstream.kind === 'remote' && upstream.passAuthorization;
}

async function serveMetrics(
  { token, ...at }: NonNullable<GatewayOptions['metrics']>,
  metrics: GatewayMetrics,
  { listener, open }: { listener: GatewayListener; open: Listener[] },
): Promise<string> {
  const door = new Door(at.host, undefined);
  const signIn = new SignIn([]);
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const forbidden = door.refuses(request) ?? (isPassedOn(request) && token === undefined ? 'nobody passes this on' : undefined);
    if (forbidden !== undefined) refuse(response, { status: 403, message: forbidden });
    else if (token !== undefined && !signIn.isToken(request.headers, token))
      refuse(response, { status: 401, message: 'the token is missing or wrong', headers: { 'www-authenticate': 'Bearer' } });
    else if (request.url !== '/metrics') refuse(response, { status: 404, message: 'metrics are at /metrics' });
    else if (request.method !== 'GET') refuse(response, { status: 405, message: 'only GET', headers: { allow: 'GET' } });
    else response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.text(listener.status().upstreams));
  };
  const opened = await listen({ ...at, handle: (request, response) => void handle(request, response).catch(() => response.destroy()) });
  open.push(opened);
  return `${opened.url}/metrics`;
}

/** True for what came through a proxy, or from a page of a browser: both may act for somebody else. */
function isPassedOn({ headers }: IncomingMessage): boolean {
  return ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip', 'origin', 'sec-fetch-site'].some((name) => headers[name] !== undefined);
}
