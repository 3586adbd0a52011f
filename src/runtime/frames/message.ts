import { isObject, type JsonObject } from '../../support/json.js';

/** What the protocol allows as the id of a request. */
export type Id = string | number;

/** Codes of JSON-RPC 2.0, section 5.1. */
export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  refused: -32000,
} as const;

/** A message as it is relayed: what it is, and its parsed members. */
export type Message =
  | { kind: 'request'; id: Id; method: string; params: JsonObject | undefined; value: JsonObject }
  | { kind: 'notification'; method: string; params: JsonObject | undefined; value: JsonObject }
  | { kind: 'answer'; id: Id; result: unknown; isError: boolean; value: JsonObject }
  /** An error that belongs to no request: what was asked could not be read. */
  | { kind: 'complaint'; value: JsonObject };

/** Why something is no message. */
export interface Fault {
  code: number;
  reason: string;
  /** Ids that it may speak of. */
  ids: readonly Id[];
}

/** Whole numbers beyond 2^53 would be another number once parsed. */
export function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** Tells what a parsed value is; a string says why it is no message of JSON-RPC 2.0. */
export function messageOf(value: unknown): Message | string {
  if (!isObject(value)) return 'a message is an object';
  const unclear = unclearMember(value);
  if (unclear !== undefined) return unclear;
  // Names that are no members of a plain object, so what is read is the frame's own.
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== '2.0') return 'a message of JSON-RPC 2.0 says so';
  if (id === null && isObject(value.error) && method === undefined && value.result === undefined) return { kind: 'complaint', value };
  if (id !== undefined && !isId(id)) return 'the id is neither a text nor a whole number';
  if (method === undefined) return answerOf(value, id);
  if (typeof method !== 'string' || value.result !== undefined || value.error !== undefined) return 'neither request nor answer';
  if (params !== undefined && !isObject(params)) return 'params is an object';
  return id === undefined ? { kind: 'notification', method, params, value } : { kind: 'request', id, method, params, value };
}

function answerOf(value: JsonObject, id: Id | undefined): Message | string {
  const isError = value.error !== undefined;
  if (id === undefined || isError === (value.result !== undefined)) return 'neither request nor answer';
  if (isError && !isObject(value.error)) return 'error is an object';
  return { kind: 'answer', id, result: value.result, isError, value };
}

/** A reader that takes member names whatever their case would see another message than we do. */
function unclearMember(value: JsonObject): string | undefined {
  for (const name in value) {
    if (!MEMBERS.has(name) && name.length <= 7 && MEMBERS.has(name.toLowerCase()))
      return 'a member has the name of another in other letters';
  }
  return undefined;
}
