import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RemotePeer } from '../../src/runtime/http/remote-peer.js';
import type { Peer } from '../../src/runtime/relay/peer.js';
import { Relay } from '../../src/runtime/relay/relay.js';
import type { JsonObject } from '../../src/support/json.js';
import { createHttp } from '../../src/system/undici-http.js';
import { inspectors } from './face-listener.js';

const PATIENCE_MS = 15_000;

/** A client in this process, in front of a relay to a remote server. */
export class RemoteClient implements Peer {
  isFull = false;
  readonly heard: JsonObject[] = [];
  readonly strays: string[] = [];
  readonly said: string[] = [];
  unreachable: unknown;
  /** True while nothing is taken from this client. */
  isPaused = false;
  readonly server: RemotePeer;
  private take: Parameters<Peer['open']>[0] | undefined;
  private wake: () => void = () => {};

  constructor(url: URL, { maxBytes = 100_000, headers = {}, isEventsOnly = false } = {}) {
    this.server = new RemotePeer({
      server: { url, headers, http: createHttp({}), maxBytes },
      isEventsOnly,
      say: (line) => this.said.push(line),
      unreachable: (error) => {
        this.unreachable = error;
      },
    });
    const inspector = inspectors()({ id: 'test', client: { id: 'test', name: 'test' } });
    const onStray = (_: Buffer, reason: string) => this.strays.push(reason);
    new Relay({ client: this, server: this.server, inspector, maxBytes, onStray, onEnd() {} }).start();
  }

  open(take: Parameters<Peer['open']>[0]): void {
    this.take = take;
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  end(): void {}

  /** Reads no more, or reads on. */
  stop(isFull: boolean): void {
    this.isFull = isFull;
    if (!isFull) this.take?.drained();
  }

  send(bytes: Buffer): void {
    for (const line of bytes.toString('utf8').split('\n')) if (line !== '') this.heard.push(JSON.parse(line));
    this.wake();
  }

  say(message: object): void {
    const buffer = Buffer.from(JSON.stringify(message));
    this.take?.frames([{ buffer, from: 0, to: buffer.length }]);
  }

  /** The first message for which it holds. */
  async message(holds: (message: JsonObject) => boolean): Promise<JsonObject> {
    const late = setTimeout(() => this.wake(), PATIENCE_MS);
    for (const end = Date.now() + PATIENCE_MS; ; ) {
      const found = this.heard.find(holds);
      if (found || Date.now() >= end) {
        clearTimeout(late);
        if (found) return found;
        throw new Error(`nothing came: ${JSON.stringify(this.heard).slice(0, 500)}`);
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  answer(id: string | number): Promise<JsonObject> {
    return this.message((message) => message.id === id && !('method' in message));
  }

  ask(message: object): Promise<JsonObject> {
    this.say(message);
    return this.answer((message as { id: string | number }).id);
  }
}

export interface Asked {
  method: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** The message of a POST. */
  message: { id?: string | number; method?: string; params?: JsonObject };
}

export type Answering = (asked: Asked, response: ServerResponse) => void;

/** A server that may do anything. OPTIONS and DELETE are answered for it; what else it is asked is kept. */
export async function hostileServer(answering: Answering): Promise<{ url: URL; asked: Asked[]; close(): Promise<void> }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const one = { method: request.method ?? '', headers: request.headers, body, message: body === '' ? {} : JSON.parse(body) };
    if (one.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    asked.push(one);
    if (one.method === 'DELETE') response.writeHead(200).end();
    else answering(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`), asked, close };
}

/** Answers with JSON. */
export function json(response: ServerResponse, message: unknown, headers: Record<string, string> = {}, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(message));
}

/** Does what a well-behaved server does when a session begins; false for all other requests. */
export function greets({ method, message }: Asked, response: ServerResponse, headers: Record<string, string> = {}): boolean {
  const { id } = message;
  if (method === 'GET') response.writeHead(405).end();
  else if (message.method === 'initialize')
    json(
      response,
      {
        jsonrpc: '2.0',
        id,
        result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'upstream', version: '1' } },
      },
      headers,
    );
  else if (id === undefined) response.writeHead(202).end();
  else return false;
  return true;
}
