import type { IncomingMessage } from 'node:http';
import type { HttpRefusal } from './refuse.js';

const CLOSE = { connection: 'close' };

/** The whole body of a request, why it is refused, or nothing where the client has gone. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | HttpRefusal | undefined> {
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = request.headers;
  if (type?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json' || (encoding !== undefined && encoding !== 'identity'))
    return Promise.resolve({ status: 415, message: 'the body is application/json, as it stands', headers: CLOSE });
  const tooLong = { status: 413, message: `the body is longer than ${maxBytes} bytes`, headers: CLOSE };
  if (Number(length ?? 0) > maxBytes) return Promise.resolve(tooLong);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else resolve(tooLong);
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    // Also one that is sent too slowly: the server has closed its connection then.
    request.once('close', () => resolve(undefined));
  });
}
