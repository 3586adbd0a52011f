import { createServer, type IncomingMessage } from 'node:http';

export interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Told {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The connection breaks after so many bytes of the body. */
  cutAt?: number;
}

export interface Loopback {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

/**
 * A server of this machine that answers as told; undefined: never. Objects are sent as JSON, texts and bytes as they are. Rejects where
 * a port is asked for that another program has.
 */
export function loopback(tell: (asked: Asked) => Told | undefined, port = 0): Promise<Loopback> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    asked.push(one);
    const told = tell(one);
    if (!told) return;
    const { status = 200, headers = {}, body = '', cutAt } = told;
    const bytes = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
    if (cutAt === undefined) response.writeHead(status, headers).end(bytes);
    else
      response.writeHead(status, { ...headers, 'content-length': bytes.length }).write(bytes.subarray(0, cutAt), () => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const own = typeof address === 'object' && address ? address.port : 0;
      const close = () =>
        new Promise<void>((done) => {
          server.closeAllConnections();
          server.close(() => done());
        });
      resolve({ url: `http://127.0.0.1:${own}`, asked, close });
    });
  });
}
