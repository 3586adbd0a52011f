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

/** One connection to a server, spoken by the official client, its answers left as the server wrote them. */
export interface Session {
  readonly instructions: string | undefined;
  /** True when the server says it offers this. */
  offers(what: 'tools' | 'prompts' | 'resources'): boolean;
  /** One page of a list. */
  page(method: string, cursor: string | undefined): Promise<JsonObject>;
  close(): Promise<void>;
}

/** Ends and times of one session. */
export interface SessionLimits {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Accepts any result: a definition must be seen with all its fields, also those the protocol does not know. */
const AS_IT_IS = {
  '~standard': { version: 1, vendor: 'castellan', validate: (value: unknown) => ({ value }) },
} as const;

/**
 * Says hello over a transport. First by `initialize`, which every server to date understands; `modern` asks by
 * `server/discover` (protocol 2026-07-28) instead. The client offers no roots, sampling or elicitation, so a server can ask us
 * for nothing.
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

/** Looked at without recursion, because what comes after walks definitions by it. */
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

/** Where and how to reach a remote server. Values of headers may be secret and go nowhere else. */
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

/** HTTP with server-sent events, as of protocol 2024-11-05. */
export function eventTransport({ url, headers, fetch }: Remote): Transport {
  const withHeaders: Fetch = (address, init) =>
    fetch(address, { ...init, headers: { ...headers, ...Object.fromEntries(new Headers(init?.headers)) } });
  return new SSEClientTransport(url, { fetch: withHeaders });
}

/** HTTP status an error tells; undefined for errors of other kinds. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof UnauthorizedError) return 401;
  if (error instanceof SdkHttpError) return error.status;
  return error instanceof SseError ? error.code : undefined;
}

/** True when the server itself answered with an error, rather than the connection breaking. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ProtocolError;
}

/** True for the server's answer that it does not know the method (JSON-RPC −32601). */
export function isUnknownMethod(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === -32601;
}
