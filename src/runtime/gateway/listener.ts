import type { IncomingMessage, ServerResponse } from 'node:http';
import { MemoryGauge } from '../../policy/gateway/rate.js';
import { plainAddress } from '../../system/address-list.js';
import type { GatewayClient, UpstreamFace, UpstreamHealth } from '../http/exchange.js';
import type { Door } from './door.js';
import { letPageIn } from './origins.js';
import type { Quota } from './quota.js';
import { type HttpRefusal, refuse, sendJson } from './refuse.js';
import { readBody } from './request-body.js';
import { ANYBODY, type SignIn, type SignInFailure } from './sign-in/sign-in.js';

/** What the listener tells whoever counts. */
export interface RequestSeen {
  upstream: string;
  method: string;
  status: number;
  seconds: number;
}

export interface ListenerOptions {
  faces: ReadonlyMap<string, UpstreamFace>;
  door: Door;
  /** Whose pages may read answers. */
  origins: ReadonlySet<string>;
  signIn: SignIn;
  quota: Quota;
  /** Where clients reach the gateway, without a path. */
  publicUrl: string;
  /** Who makes tokens for clients. */
  issuer: string | undefined;
  /** Upstreams that sign clients in themselves: they say how. */
  passesOn: ReadonlySet<string>;
  /** Whether a client may use an upstream at all. */
  mayUse(client: GatewayClient, upstream: string): boolean;
  /** Bytes of a message. */
  maxBytes: number;
  /** Opens the state of upstreams to whoever shows it. */
  statusToken: string;
  seen(request: RequestSeen): void;
  /** Milliseconds. */
  clock(): number;
}

const UPSTREAM = /^\/mcp\/([A-Za-z0-9._~%-]{1,300})$/;
const METADATA = '/.well-known/oauth-protected-resource';
/** Documents by which clients learn where to sign in. */
const SIGN_IN = /^\/\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)(\/mcp\/[^/]+)$/;
export const STATUS_PATH = '/status';
const METHODS = ['POST', 'GET', 'DELETE'];

/** Refused credentials a minute of one address, before nothing more of it is looked at. */
const REFUSALS = { calls: 120, per_seconds: 60 };

/** Answers the HTTP requests of all clients: checks who asks for what, and hands the rest to the upstream. */
export class GatewayListener {
  private readonly refusals: MemoryGauge;

  constructor(private readonly options: ListenerOptions) {
    this.refusals = new MemoryGauge(() => options.clock());
  }

  /** Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => response.destroy());
    const refusal = await this.admit(request, response).catch((): HttpRefusal => ({ status: 500, message: 'the gateway failed' }));
    if (refusal) refuse(response, refusal);
    // What was refused is not read to its end.
    if (refusal && !request.complete) request.resume();
  }

  status(): { upstreams: ({ name: string } & UpstreamHealth)[] } {
    return { upstreams: [...this.options.faces].map(([name, face]) => ({ name, ...face.health() })) };
  }

  private async admit(request: IncomingMessage, response: ServerResponse): Promise<HttpRefusal | undefined> {
    const forbidden = this.options.door.refuses(request);
    if (forbidden !== undefined) return { status: 403, message: forbidden };
    if (letPageIn(this.options.origins, request, response)) return undefined;
    const path = request.url?.split('?', 1)[0] ?? '';
    if (path === STATUS_PATH) return this.tellStatus(request, response);
    const passing = upstreamIn(SIGN_IN.exec(path)?.[1] ?? '');
    if (passing !== undefined && this.options.passesOn.has(passing)) return this.askUpstream(passing, request, response);
    if (path.startsWith(`${METADATA}/`)) return this.tellMetadata(path.slice(METADATA.length), request, response);
    const name = upstreamIn(path);
    if (name === undefined) return { status: 404, message: 'there is nothing here: upstreams are at /mcp/<name>' };
    if (!METHODS.includes(request.method ?? ''))
      return { status: 405, message: 'POST, GET and DELETE are served here', headers: { allow: METHODS.join(', ') } };
    return this.enter(name, request, response);
  }

  private async enter(upstream: string, request: IncomingMessage, response: ServerResponse): Promise<HttpRefusal | undefined> {
    const { signIn, clock, mayUse, faces, seen } = this.options;
    const began = clock();
    const client = await signIn.clientOf(request.headers, this.addressOf(upstream));
    if (typeof client === 'string') return this.unknown(client, upstream, request);
    signIn.withhold(request.headers);
    const face = faces.get(upstream);
    if (!mayUse(client, upstream)) return { status: 403, message: 'this client may not use this upstream' };
    if (!face) return { status: 404, message: 'there is no such upstream' };
    const body = request.method === 'POST' ? await this.bodyOf(client, upstream, request) : undefined;
    if (body !== undefined && 'status' in body) return body;
    if (request.method === 'POST' && body === undefined) return undefined;
    response.once('finish', () =>
      seen({ upstream, method: request.method ?? '', status: response.statusCode, seconds: (clock() - began) / 1000 }),
    );
    await face.serve({ request, response, body, client });
    return undefined;
  }

  private async askUpstream(upstream: string, request: IncomingMessage, response: ServerResponse): Promise<undefined> {
    await this.options.faces.get(upstream)?.serve({ request, response, body: undefined, client: ANYBODY });
    return undefined;
  }

  private async bodyOf(client: GatewayClient, upstream: string, request: IncomingMessage): Promise<Buffer | HttpRefusal | undefined> {
    const body = await readBody(request, this.options.maxBytes);
    if (!(body instanceof Buffer)) return body;
    const seconds = this.options.quota.spend(client.id, upstream, body);
    return seconds === undefined ? body : { status: 429, message: 'too many calls of tools', headers: { 'retry-after': String(seconds) } };
  }

  private unknown(failure: SignInFailure, upstream: string, { socket }: IncomingMessage): HttpRefusal {
    if (failure === 'unavailable')
      return { status: 503, message: 'who signs in cannot be told now: try again later', headers: { 'retry-after': '5' } };
    if (failure === 'invalid' && this.refusals.over(plainAddress(socket.remoteAddress ?? ''), REFUSALS))
      return { status: 429, message: 'too many wrong credentials', headers: { 'retry-after': '60' } };
    const metadata = this.options.issuer === undefined ? [] : [`resource_metadata="${this.metadataOf(upstream)}"`];
    const parts = [...(failure === 'invalid' ? ['error="invalid_token"'] : []), ...metadata];
    const challenge = ['Bearer', parts.join(', ')].filter((part) => part !== '').join(' ');
    return { status: 401, message: 'sign in', headers: { 'www-authenticate': challenge } };
  }

  /** OAuth 2.0 Protected Resource Metadata (RFC 9728). It tells nothing of which upstreams there are. */
  private tellMetadata(path: string, { method }: IncomingMessage, response: ServerResponse): HttpRefusal | undefined {
    const { issuer } = this.options;
    const name = upstreamIn(path);
    if (issuer === undefined || name === undefined) return { status: 404, message: 'there is nothing here' };
    if (method !== 'GET') return { status: 405, message: 'only GET', headers: { allow: 'GET' } };
    const document = { resource: this.addressOf(name), authorization_servers: [issuer], bearer_methods_supported: ['header'] };
    sendJson(response, 200, Buffer.from(JSON.stringify(document)), { 'cache-control': 'max-age=300' });
    return undefined;
  }

  private async tellStatus(request: IncomingMessage, response: ServerResponse): Promise<HttpRefusal | undefined> {
    if (request.method !== 'GET') return { status: 405, message: 'only GET', headers: { allow: 'GET' } };
    const { signIn, statusToken, publicUrl } = this.options;
    const isOperator = signIn.isToken(request.headers, statusToken);
    const client = isOperator ? undefined : await signIn.clientOf(request.headers, publicUrl);
    if (typeof client === 'string') return this.unknown(client, '', request);
    const { upstreams } = this.status();
    const visible = upstreams.filter(({ name }) => client === undefined || this.options.mayUse(client, name));
    sendJson(response, 200, Buffer.from(`${JSON.stringify({ upstreams: visible })}\n`));
    return undefined;
  }

  private addressOf(upstream: string): string {
    return `${this.options.publicUrl}/mcp/${encodeURIComponent(upstream)}`;
  }

  private metadataOf(upstream: string): string {
    return `${this.options.publicUrl}${METADATA}/mcp/${encodeURIComponent(upstream)}`;
  }
}

function upstreamIn(path: string): string | undefined {
  const [, name] = UPSTREAM.exec(path) ?? [];
  try {
    return name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
