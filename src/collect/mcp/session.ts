import {
  Client,
  ProtocolError,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { InputError } from '../../support/errors.js';
import { isObject, type JsonObject } from '../../support/json.js';
import { limits } from '../../support/limits.js';
import type { Fetch } from '../../system/fetch.js';

/** One connection to a server through the official client, with answers exactly as the server wrote them. */
export interface Session {
  readonly instructions: string | undefined;
  /** True when the server announces these lists. */
  offers(what: 'tools' | 'prompts' | 'resources'): boolean;
  /** One page of a list. */
  page(method: string, cursor: string | undefined): Promise<JsonObject>;
  close(): Promise<void>;
}

/** Abort signal and timeout of one session. */
export interface SessionLimits {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Accepts any result, because a definition must keep all its fields, including those the protocol does not know. */
const AS_IT_IS = {
  '~standard': { version: 1, vendor: 'castellan', validate: (value: unknown) => ({ value }) },
} as const;

/**
 * Connects over a transport. By default it sends `initialize`, which every server to date understands; with `modern` it
 * sends `server/discover` (protocol 2026-07-28) instead. The client offers no roots, sampling or elicitation, so a
 * server can request nothing from us.
 */
export async function connectSession(transport: Transport, { signal, timeoutMs }: SessionLimits, modern = false): Promise<Session> {
  const client = new Client(
    { name: 'castellan', version: '1' },
    { capabilities: {}, ...(modern && { versionNegotiation: { mode: 'auto' as const } }) },
  );
  const options = { signal, timeout: timeoutMs };
  await client.connect(transport, options);
  return {
    instructions: client.getInstructions(),
    offers: (what) => client.getServerCapabilities()?.[what] !== undefined,
    async page(method, cursor) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await client.request({ method, params }, AS_IT_IS, options);
      if (isTooDeep(result)) throw new InputError({ issue: 'too_deep', message: `nested deeper than ${limits.maxDepth} levels` });
      return isObject(result) ? result : {};
    },
    close: () => client.close(),
  };
}

/** Checked without recursion, because later steps walk definitions recursively. */
function isTooDeep(value: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { depth } = next;
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (depth > limits.maxDepth) return true;
    for (const member of Object.values(next.value)) open.push({ value: member, depth: depth + 1 });
  }
  return false;
}

/** Address and headers of a remote server. Values of headers may be secret and are sent nowhere else. */
export interface Remote {
  url: URL;
  headers: Readonly<Record<string, string>>;
  fetch: Fetch;
}

/** Streamable HTTP (protocol 2025-03-26 and later). */
export function streamableTransport({ url, headers, fetch }: Remote): Transport {
  const reconnectionOptions = { maxRetries: 0, initialReconnectionDelay: 1, maxReconnectionDelay: 1, reconnectionDelayGrowFactor: 1 };
  return new StreamableHTTPClientTransport(url, { fetch, requestInit: { headers }, reconnectionOptions });
}

/** HTTP with server-sent events (protocol 2024-11-05). */
export function eventTransport({ url, headers, fetch }: Remote): Transport {
  const withHeaders: Fetch = (address, init) =>
    fetch(address, { ...init, headers: { ...headers, ...Object.fromEntries(new Headers(init?.headers)) } });
  return new SSEClientTransport(url, { fetch: withHeaders });
}

/** HTTP status of an error; undefined for errors of other kinds. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof UnauthorizedError) return 401;
  if (error instanceof SdkHttpError) return error.status;
  return error instanceof SseError ? error.code : undefined;
}

/** True when the server itself answered with an error, false when the connection broke. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ProtocolError;
}

/** True when the server answered that it does not know the method (JSON-RPC −32601). */
export function isUnknownMethod(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === -32601;
}
