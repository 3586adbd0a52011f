import { isObject, type JsonObject, own } from '../../support/json.js';
import type { Line } from '../frames/line.js';
import { codes, type Fault, type Id, isId, type Message, messageOf } from '../frames/message.js';
import { parseFrame } from '../frames/parse-frame.js';
import { onOneLine } from '../http/frame-buffer.js';
import { REVISION_MEMBER } from '../http/wire-names.js';
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
