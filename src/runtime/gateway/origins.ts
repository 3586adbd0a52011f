import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocatedYaml, MapReader } from '../../support/located-yaml.js';

/** Headers that a page of a client may send, besides those of the protocol. */
const SENT: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type', 'last-event-id', 'traceparent', 'x-api-key']);
/** Headers of answers that a client has to read: its session, how it signs in, when to come again. */
const READ = 'mcp-session-id, www-authenticate, retry-after';
/** Seconds for which a browser need not ask again. */
const MAX_AGE = '600';

/** Reads `origins: ["https://page.example"]`. Throws UsageError naming the line. */
export function readOrigins(root: MapReader): string[] {
  const isOrigin = (text: unknown): text is string =>
    typeof text === 'string' && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
  return root.list('origins').map((node: LocatedYaml) => {
    if (node.kind === 'scalar' && isOrigin(node.value)) return node.value;
    throw root.error('"origins" is a list of origins like https://page.example', node.line);
  });
}

/** Lets the pages of named origins read answers (CORS). True where a browser only asked whether it may: that is answered. */
export function letPageIn(origins: ReadonlySet<string>, { method, headers }: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = headers;
  if (origin === undefined || !origins.has(origin)) return false;
  response.setHeader('access-control-allow-origin', origin).setHeader('access-control-expose-headers', READ).setHeader('vary', 'origin');
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  const asked = (headers['access-control-request-headers'] ?? '').toLowerCase().split(/\s*,\s*/);
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': asked.filter((name) => SENT.has(name) || /^mcp-[a-z0-9-]+$/.test(name)).join(', '),
    'access-control-max-age': MAX_AGE,
  });
  response.end();
  return true;
}
