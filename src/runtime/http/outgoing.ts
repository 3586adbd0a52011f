import { isObject, type JsonObject, own } from '../../support/json.js';
import { type Id, messageOf } from '../frames/message.js';
import { NAMED_MEMBER, REVISION_MEMBER } from './wire-names.js';

/** A frame on its way to a server, as far as HTTP is concerned. */
export interface Outgoing {
  body: Buffer;
  /** Of its requests: each waits for an answer. */
  ids: readonly Id[];
  /** Of a single request or notification. */
  method?: string;
  params?: JsonObject;
  /** Revision of the protocol that the message itself names: so does each request since there are no sessions (2026-07-28). */
  revision?: string;
}

/** `value`: the frame as it was parsed. */
export function outgoing(body: Buffer, value: unknown): Outgoing {
  if (Array.isArray(value)) return { body, ids: value.flatMap((one) => outgoing(body, one).ids) };
  const message = messageOf(value);
  if (typeof message === 'string' || (message.kind !== 'request' && message.kind !== 'notification')) return { body, ids: [] };
  const { method, params } = message;
  const meta = params && own(params, '_meta');
  const revision = isObject(meta) ? own(meta, REVISION_MEMBER) : undefined;
  return {
    body,
    ids: message.kind === 'request' ? [message.id] : [],
    method,
    ...(params && { params }),
    ...(typeof revision === 'string' && { revision }),
  };
}

/** The name that a request is about. */
export function namedBy({ method, params }: { method?: string | undefined; params?: JsonObject | undefined }): string | undefined {
  const member = NAMED_MEMBER.get(method ?? '');
  const name = member !== undefined && params ? own(params, member) : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Headers of a request that names its revision: they repeat what its body says. Its tool may want arguments repeated as well. */
export function repeatingHeaders(out: Outgoing, tools: ToolHeaders): Record<string, string> {
  const { ids, method, revision } = out;
  if (revision === undefined || method === undefined || ids.length === 0) return {};
  const name = namedBy(out);
  return {
    ...tools.headersFor(out),
    'mcp-protocol-version': headerText(revision),
    'mcp-method': headerText(method),
    ...(name !== undefined && { 'mcp-name': headerText(name) }),
  };
}

const PLAIN = /^[\t\x20-\x7e]+$/;

/** A text as the value of a header: what no header can carry is packed in base64 (2026-07-28, value encoding). */
export function headerText(text: string): string {
  const isPlain = PLAIN.test(text) && text === text.trim() && !(text.startsWith('=?base64?') && text.endsWith('?='));
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** The text of such a value; undefined for one that is packed badly. */
export function headerTextOf(value: string): string | undefined {
  const text = value.trim();
  const packed = /^=\?base64\?(.*)\?=$/s.exec(text)?.[1];
  if (packed === undefined) return text;
  return /^[A-Za-z0-9+/]*={0,2}$/.test(packed) ? Buffer.from(packed, 'base64').toString('utf8') : undefined;
}

interface ParameterHeader {
  name: string;
  path: readonly string[];
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const MAX_TOOLS = 10_000;
const MAX_DEPTH = 32;

/** Which arguments of which tools are repeated in headers (`x-mcp-header`), as the server's lists of tools say. */
export class ToolHeaders {
  private readonly tools = new Map<string, readonly ParameterHeader[]>();

  /** The result of a `tools/list`. */
  learn(result: unknown): void {
    const tools = isObject(result) ? own(result, 'tools') : undefined;
    if (!Array.isArray(tools)) return;
    for (const tool of tools) {
      const name: unknown = isObject(tool) ? own(tool, 'name') : undefined;
      if (!isObject(tool) || typeof name !== 'string') continue;
      const headers = [...parameterHeaders(own(tool, 'inputSchema'), [])];
      if (headers.length === 0) this.tools.delete(name);
      else if (this.tools.size < MAX_TOOLS || this.tools.has(name)) this.tools.set(name, headers);
    }
  }

  headersFor({ method, params }: Outgoing): Record<string, string> {
    const args = method === 'tools/call' && params ? own(params, 'arguments') : undefined;
    const tool = params && own(params, 'name');
    const headers: Record<string, string> = {};
    for (const { name, path } of this.tools.get(String(tool)) ?? []) {
      const value = valueAt(args, path);
      const text = primitiveText(value);
      if (text !== undefined) headers[`mcp-param-${name.toLowerCase()}`] = headerText(text);
    }
    return headers;
  }
}

function* parameterHeaders(schema: unknown, path: readonly string[]): Generator<ParameterHeader> {
  if (!isObject(schema) || path.length > MAX_DEPTH) return;
  const header = own(schema, 'x-mcp-header');
  if (typeof header === 'string' && TOKEN.test(header) && path.length > 0) yield { name: header, path };
  const properties = own(schema, 'properties');
  if (isObject(properties)) for (const [name, child] of Object.entries(properties)) yield* parameterHeaders(child, [...path, name]);
}

/** Numbers that another reader might round are not repeated. */
function primitiveText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) ? own(at, name) : undefined), value);
}
