import type { ServerResponse } from 'node:http';
import { errorLine } from '../frames/answers.js';
import { codes, type Id } from '../frames/message.js';

export interface HttpRefusal {
  status: number;
  message: string;
  /** Of JSON-RPC. */
  code?: number;
  /** Of the request that is refused, where there is one. */
  id?: Id | null;
  headers?: Readonly<Record<string, string>>;
}

/** Answers an HTTP request with an error in the form of JSON-RPC. */
export function refuse(response: ServerResponse, { status, message, code = codes.refused, id = null, headers = {} }: HttpRefusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  sendJson(response, status, errorLine(id, code, message), headers);
}

/** Answers with bytes that are JSON. */
export function sendJson(response: ServerResponse, status: number, body: Buffer, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length, ...headers }).end(body);
}
