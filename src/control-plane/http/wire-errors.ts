import type { Duplex } from 'node:stream';
import { detailOf } from './errors.js';
import { identifyRequest } from './request-identity.js';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/**
 * Answers input that never became a request (too slow, too long, not HTTP) in the form and with the headers of every
 * other error.
 */
export function wireErrors(fixed: Readonly<Record<string, string>>): (error: Error, socket: Duplex) => void {
  return (error, socket) => {
    const code = 'code' in error ? error.code : undefined;
    if (code === 'ECONNRESET' || socket.destroyed) return;
    const status = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    const body = JSON.stringify({ detail: detailOf(status) });
    const { requestId, traceId, spanId } = identifyRequest({});
    const ids = { 'x-request-id': requestId, 'x-trace-id': traceId, 'x-span-id': spanId };
    const headers = {
      ...fixed,
      ...ids,
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    socket.destroy(error);
  };
}
