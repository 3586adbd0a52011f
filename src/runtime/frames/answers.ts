import { codes, type Id } from './message.js';

/** A JSON-RPC error as one line. */
export function errorLine(id: Id | null, code: number, message: string, data?: object): Buffer {
  return lineOf({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } });
}

/** Any message as one line. */
export function lineOf(message: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}

/** Why a request was refused, for the agent and for programs. */
export interface Refusal {
  /** Id of the rule or check that refused it. */
  rule: string;
  reason: string;
}

/** The answer to a denied request: a `tools/call` gets a tool result, so that the agent can explain it; others a JSON-RPC error. */
export function denial(id: Id, method: string, { rule, reason }: Refusal): Buffer {
  const text = `Denied by castellan (${rule}): ${reason}`;
  if (method !== 'tools/call') return errorLine(id, codes.refused, text, { rule });
  return lineOf({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }], isError: true } });
}
