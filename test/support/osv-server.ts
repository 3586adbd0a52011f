import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { isObject } from '../../src/support/json.js';

interface Query {
  package: { ecosystem: string; name: string };
  version: string;
  page_token?: string;
}

/** A loopback OSV API: answers `querybatch` with the ids given for a package, one id a page where `paged`. */
export class OsvServer {
  url = '';
  paged = false;
  batches: number[] = [];
  fetched: string[] = [];
  misbehave: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;

  static async start(records: Record<string, object>, packages: Record<string, string[]>): Promise<OsvServer> {
    const server = new OsvServer(records, packages);
    const listener = createServer((request, response) => void server.answer(request, response));
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    server.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    onTestFinished(() => {
      listener.closeAllConnections();
      listener.close();
    });
    return server;
  }

  private constructor(
    private readonly records: Record<string, object>,
    private readonly packages: Record<string, string[]>,
  ) {}

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.misbehave(request, response)) return;
    if (request.url === '/v1/querybatch' && request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { queries }: { queries: Query[] } = JSON.parse(Buffer.concat(chunks).toString());
      this.batches.push(queries.length);
      response.end(JSON.stringify({ results: queries.map((query) => this.result(query)) }));
      return;
    }
    const id = decodeURIComponent(request.url ?? '').replace('/v1/vulns/', '');
    this.fetched.push(id);
    const record = this.records[id];
    response.writeHead(isObject(record) ? 200 : 404).end(JSON.stringify(record ?? { code: 5, message: 'Bug not found.' }));
  }

  private result(query: Query): object {
    const ids = this.packages[`${query.package.ecosystem} ${query.package.name}`] ?? [];
    const from = Number(query.page_token ?? 0);
    const page = this.paged ? ids.slice(from, from + 1) : ids;
    if (page.length === 0) return {};
    const more = this.paged && from + 1 < ids.length ? { next_page_token: String(from + 1) } : {};
    return { vulns: page.map((id) => ({ id, modified: '2026-01-01T00:00:00Z' })), ...more };
  }
}
