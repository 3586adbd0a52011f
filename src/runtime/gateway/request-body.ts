import type { IncomingMessage } from 'node:http';
import type { Refusal } from './refuse.js';

/** Milliseconds in which a body has to be there. */
const BODY_MS = 30_000;

const CLOSE = { connection: 'close' };

/** The whole body of a request, why it is refused, or nothing where the client has gone. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | Refusal | undefined> {
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = request.headers;
  if (type?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json' || (encoding !== undefined && encoding !== 'identity'))
    return Promise.resolve({ status: 415, message: 'the body is application/json, as it stands', headers: CLOSE });
  const tooLong = { status: 413, message: `the body is longer than ${maxBytes} bytes`, headers: CLOSE };
  if (Number(length ?? 0) > maxBytes) return Promise.resolve(tooLong);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (outcome: Buffer | Refusal | undefined) => {
      clearTimeout(late);
      request.removeAllListeners('data');
      resolve(outcome);
    };
    const late = setTimeout(() => end({ status: 408, message: 'the body did not come in time', headers: CLOSE }), BODY_MS).unref();
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) end(tooLong);
      else chunks.push(chunk);
    });
    request.once('end', () => end(Buffer.concat(chunks)));
    request.once('error', () => end(undefined)).once('close', () => end(undefined));
  });
}
