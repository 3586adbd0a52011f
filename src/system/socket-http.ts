import { request } from 'node:http';

/** The answer of a program on this machine. */
export interface SocketAnswer {
  status: number;
  body: AsyncIterable<Uint8Array>;
}

/** Asks a program that listens on a Unix socket for a path. Rejects with the system's own error where nobody answers. */
export type SocketGet = (socket: string, path: string, signal: AbortSignal) => Promise<SocketAnswer>;

/** Time without a byte after which nobody waits any longer. */
const SILENCE_MS = 300_000;

export const socketGet: SocketGet = (socket, path, signal) =>
  new Promise((resolve, reject) => {
    const asked = request({ socketPath: socket, path, signal, headers: { host: 'localhost' }, timeout: SILENCE_MS }, (answer) =>
      resolve({ status: answer.statusCode ?? 0, body: answer }),
    );
    asked.once('timeout', () => asked.destroy(new Error('no answer within five minutes')));
    asked.once('error', reject);
    asked.end();
  });
