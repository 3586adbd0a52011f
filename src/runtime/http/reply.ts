import type { ServerResponse } from 'node:http';
import { errorLine } from '../frames/answers.js';
import { codes, type Id } from '../frames/message.js';
import { JSON_TYPE } from './ask.js';

/** Answers that name the reason, where a request got no other. `ids`: of the requests that it ends. */
export function failureBody(ids: readonly Id[], reason: string, code: number = codes.refused): Buffer {
  return oneBody(ids.length === 0 ? [errorLine(null, code, reason)] : ids.map((id) => errorLine(id, code, reason)), false);
}

/** Messages (each one line, or several) as one body: one message, or an array of them. */
export function oneBody(lines: readonly Buffer[], isBatch: boolean): Buffer {
  const all = lines.flatMap((bytes) => bytes.toString('utf8').trimEnd().split('\n'));
  const [only, ...more] = all;
  if (only !== undefined && more.length === 0 && !isBatch) return Buffer.from(only);
  return Buffer.from(`[${all.map(members).join(',')}]`);
}

/** Of an array, what stands in it. */
function members(line: string): string {
  const text = line.trim();
  return text.startsWith('[') ? text.slice(1, -1) : text;
}

/** Sends a whole answer, unless one was begun. */
export function send(response: ServerResponse, status: number, headers: Record<string, string>, body?: Buffer): void {
  if (response.headersSent || response.destroyed) {
    response.end();
    return;
  }
  const type = body ? { 'content-type': JSON_TYPE, 'content-length': String(body.length) } : {};
  response.writeHead(status, { ...headers, ...type }).end(body);
}
