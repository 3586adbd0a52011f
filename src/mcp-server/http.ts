import { createHash, timingSafeEqual } from 'node:crypto';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { UsageError } from '../support/errors.js';
import { type HttpHandler, type Listener, listen } from '../system/listen.js';
import type { ServerAccess } from './contract/access.js';
import { createServer } from './server.js';

export interface HttpOptions {
  host: string;
  /** 0: any free one. */
  port: number;
  /** Bearer key callers must show; required off loopback. */
  key?: string;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const PATH = '/mcp';
/** Bytes of a request: questions are short. */
const MAX_BODY = 1024 * 1024;
/** Shortest key that is accepted. */
const MIN_KEY = 32;

/**
 * Serves Streamable HTTP at `/mcp`, stateless, for the protocol's older and newer revisions. Host and Origin of each request must be
 * ours, so that no web page can reach it by a name of its own (DNS rebinding). Throws UsageError for a host off loopback without a key.
 */
export async function serveOnHttp(access: ServerAccess, options: HttpOptions): Promise<Listener> {
  const names = allowedNames(options);
  const handler = createMcpHandler(() => createServer(access), { maxRequestBodySize: MAX_BODY });
  const serve = toNodeHandler(handler, { maxRequestBodySize: MAX_BODY });
  const isOurHost = hostHeaderValidation(names);
  const isOurOrigin = originValidation(names);
  const handle: HttpHandler = (request, response) => {
    if (!isOurHost(request, response) || !isOurOrigin(request, response)) return;
    if (!isAllowed(request.headers.authorization, options.key)) refuse(response, 401, 'unauthorized');
    else if (request.url?.split('?', 1)[0] !== PATH) refuse(response, 404, 'not found');
    else
      void serve(Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? PATH }), response).catch(() =>
        response.destroy(),
      );
  };
  const listener = await listen({ host: options.host, port: options.port, handle });
  return {
    url: `${listener.url}${PATH}`,
    close: async () => {
      await handler.close();
      await listener.close();
    },
  };
}

function allowedNames({ host, key }: HttpOptions): string[] {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  if (LOOPBACK.includes(name) || /^127\.\d+\.\d+\.\d+$/.test(name)) return [...new Set([...LOOPBACK, name])];
  if (key === undefined || key.length < MIN_KEY) {
    throw new UsageError({
      where: '--host',
      message: `"${host.slice(0, 60)}" can be reached from other machines`,
      hint: `give --key-file FILE with a key of at least ${MIN_KEY} characters, or stay on 127.0.0.1`,
    });
  }
  return [...LOOPBACK, name];
}

/** Compares digests, so that neither content nor length of the key shows in the time it takes. */
function isAllowed(authorization: string | undefined, key: string | undefined): boolean {
  if (key === undefined) return true;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${key}`));
}

function refuse(response: Parameters<HttpHandler>[1], status: number, message: string): void {
  const headers = { 'content-type': 'application/json', ...(status === 401 && { 'www-authenticate': 'Bearer' }) };
  response.writeHead(status, headers).end(`${JSON.stringify({ error: message })}\n`);
}
