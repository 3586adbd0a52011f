import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { OperationalError } from '../support/errors.js';

export interface Listener {
  /** `http://127.0.0.1:49152`, with the port that was given or found. */
  url: string;
  close(): Promise<void>;
}

/** Answers one request. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface ListenOptions {
  host: string;
  /** 0: any free one. */
  port: number;
  handle: HttpHandler;
  /** Connections at a time; 256 unless told otherwise. */
  maxConnections?: number;
}

/** Opens an HTTP listener. Throws OperationalError naming the address when it is taken or not ours. */
export async function listen({ host, port, handle, maxConnections = 256 }: ListenOptions): Promise<Listener> {
  // Slow senders and open idle sockets must not pile up.
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 15_000, keepAliveTimeout: 15_000, maxHeaderSize: 16_384 }, handle);
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new OperationalError({ where: `${host}:${port}`, message: `cannot listen (${cause.code ?? 'unknown error'})`, cause }));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
