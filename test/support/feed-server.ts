import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Answers one request instead of the file server; false leaves it to the file server. */
export type Misbehaviour = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

/** A loopback web server for a folder: etags, conditional requests, ranges; and whatever a test makes it do instead. */
export class FeedServer {
  readonly requests: { path: string; status: number; range: string | undefined }[] = [];
  bodyBytes = 0;
  misbehave: Misbehaviour = () => false;
  url = '';

  static async start(root: string): Promise<FeedServer> {
    const server = new FeedServer(root);
    const listener = createServer((request, response) => server.answer(request, response));
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    server.url = `http://127.0.0.1:${port}`;
    onTestFinished(() => {
      listener.closeAllConnections();
      listener.close();
    });
    return server;
  }

  private constructor(private readonly root: string) {}

  /** Requests for one path, with the statuses they got. */
  statusesOf(path: string): number[] {
    return this.requests.filter((request) => request.path === path).map((request) => request.status);
  }

  /** The etag the file server gives for a path. */
  etagOf(path: string): string {
    return etagOf(readFileSync(join(this.root, path)));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    const entry = { path, status: 0, range: request.headers.range };
    this.requests.push(entry);
    response.on('close', () => {
      entry.status = response.statusCode;
    });
    if (!this.misbehave(request, response, path)) this.serve(request, response, join(this.root, path));
  }

  private serve(request: IncomingMessage, response: ServerResponse, file: string): void {
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end('no such object');
      return;
    }
    const bytes = readFileSync(file);
    const etag = etagOf(bytes);
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const partial = start > 0 && request.headers['if-range'] === etag;
    const body = partial ? bytes.subarray(start) : bytes;
    this.bodyBytes += body.length;
    const range = partial ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {};
    response.writeHead(partial ? 206 : 200, { etag, 'content-length': body.length, ...range }).end(body);
  }
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
}
