import type { IncomingHttpHeaders } from 'node:http';
import { isObject, type JsonObject, own } from '../../support/json.js';
import type { Line } from '../frames/line.js';
import { codes, type Fault, type Id, isId, type Message, messageOf } from '../frames/message.js';
import { parseFrame } from '../frames/parse-frame.js';
import { NAMED_MEMBER, REVISION_MEMBER } from '../http/wire-names.js';
import type { Wish } from './post.js';

/** A POST's body, parsed once. */
export interface Incoming {
  line: Line;
  /** The one message; undefined for a batch, and for what is no message. */
  message: Message | undefined;
  isBatch: boolean;
  /** Requests. */
  ids: Id[];
  /** What progress of a request is told with. */
  tokens: { id: Id; token: Id }[];
  /** Requests that are cancelled. */
  cancels: Id[];
  wish: Wish;
  /** The revision that a request that stands alone says of itself (2026-07-28 and later). */
  revision: string | undefined;
}

/** Reads a body; a fault says why it is no frame. */
export function incomingOf(body: Buffer, accept: string | undefined, maxBytes: number): Incoming | Fault {
  const buffer = onOneLine(body);
  if (buffer === undefined) return { code: codes.parseError, reason: 'not valid JSON', ids: [] };
  const line: Line = { buffer, from: 0, to: buffer.length };
  const parsed = parseFrame(line, maxBytes);
  if (parsed === undefined) return { code: codes.parseError, reason: 'the body is empty', ids: [] };
  if ('fault' in parsed) return parsed.fault;
  const { value } = parsed;
  line.parsed = parsed;
  const messages = (Array.isArray(value) ? value : [value]).filter(isObject);
  const message = Array.isArray(value) ? undefined : messageOf(value);
  return {
    line,
    message: typeof message === 'string' ? undefined : message,
    isBatch: Array.isArray(value),
    ids: messages.flatMap(idOf),
    tokens: messages.flatMap(tokenOf),
    cancels: messages.flatMap(cancelOf),
    wish: wishOf(accept),
    revision: revisionOf(value),
  };
}

/** What a client accepts. */
export function wishOf(accept = '*/*'): Wish {
  const types = accept.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  const takes = (...names: string[]) => names.some((name) => types.includes(name));
  return { json: takes('application/json', 'application/*', '*/*'), events: takes('text/event-stream', 'text/*', '*/*') };
}

/** Why the headers of a request that stands alone do not say what its body says; who stands before us may have looked at them alone. */
export function mismatchOf({ message, revision }: Incoming, headers: IncomingHttpHeaders): string | undefined {
  if (message?.kind !== 'request') return undefined;
  const { method, params } = message;
  if (headers['mcp-protocol-version'] !== revision) return 'MCP-Protocol-Version is not the revision of the body';
  if (headers['mcp-method'] !== method) return 'Mcp-Method is not the method of the body';
  const field = NAMED_MEMBER.get(method);
  const name = field === undefined || params === undefined ? undefined : own(params, field);
  if (typeof name === 'string' && decoded(headers['mcp-name']) !== name) return `Mcp-Name is not the ${field} of the body`;
  return undefined;
}

/** A value that no header can carry comes as `=?base64?…?=`. */
function decoded(value: string | string[] | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(value) ?? [];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}

/** A server on standard input ends a message at a line feed, and JSON may have some between its tokens. */
function onOneLine(body: Buffer): Buffer | undefined {
  if (!body.includes(10) && !body.includes(13)) return body;
  try {
    // Within a text a line feed is an error, which must not be mended.
    JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
  return Buffer.from(body.map((byte) => (byte === 10 || byte === 13 ? 32 : byte)));
}

function idOf(message: JsonObject): Id[] {
  const id = own(message, 'id');
  return isId(id) && typeof own(message, 'method') === 'string' ? [id] : [];
}

function paramsOf(message: unknown): JsonObject {
  const params = isObject(message) ? own(message, 'params') : undefined;
  return isObject(params) ? params : {};
}

function metaOf(message: unknown): JsonObject {
  const meta = own(paramsOf(message), '_meta');
  return isObject(meta) ? meta : {};
}

function tokenOf(message: JsonObject): { id: Id; token: Id }[] {
  const token = own(metaOf(message), 'progressToken');
  return isId(token) ? idOf(message).map((id) => ({ id, token })) : [];
}

function cancelOf(message: JsonObject): Id[] {
  const id = own(message, 'method') === 'notifications/cancelled' ? own(paramsOf(message), 'requestId') : undefined;
  return isId(id) ? [id] : [];
}

function revisionOf(message: unknown): string | undefined {
  const revision = own(metaOf(message), REVISION_MEMBER);
  return typeof revision === 'string' ? revision : undefined;
}
