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
}

export interface Loopback {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

/** A server of this machine that answers as told; undefined: never. Objects are sent as JSON. */
export function loopback(tell: (asked: Asked) => Told | undefined): Promise<Loopback> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    asked.push(one);
    const told = tell(one);
    if (!told) return;
    const { status = 200, headers = {}, body = '' } = told;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const close = () =>
        new Promise<void>((done) => {
          server.closeAllConnections();
          server.close(() => done());
        });
      resolve({ url: `http://127.0.0.1:${port}`, asked, close });
    });
  });
}
