import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { isObject, type JsonObject } from '../../src/support/json.js';
import { hello, initialized } from './line-client.js';

export interface Told {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The JSON documents of the answer: its body, or its events. */
  messages: JsonObject[];
}

export interface Ask {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer | object;
  /** Ends the exchange when it holds. */
  until?: (text: string) => boolean;
  /** Called when the answer begins. */
  begun?: () => void;
}

const BOTH = 'application/json, text/event-stream';

/** One HTTP request, in whatever form. */
export function ask(url: URL, { method = 'POST', headers = {}, body, until, begun }: Ask = {}): Promise<Told> {
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(url, { method, headers: { accept: BOTH, ...type, ...headers }, agent: false }, (answer) => {
      begun?.();
      let text = '';
      const end = () => resolve({ ...told(answer, text) });
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (until?.(text)) {
          end();
          answer.destroy();
        }
      });
      answer.on('end', end).on('error', () => {});
    });
    sent.on('error', reject);
    const bytes = body === undefined || typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body);
    sent.end(bytes);
  });
}

function told({ statusCode = 0, headers }: IncomingMessage, text: string): Told {
  const documents = headers['content-type']?.startsWith('text/event-stream') ? eventsIn(text) : [text];
  return { status: statusCode, headers, text, messages: documents.flatMap(parsed) };
}

function eventsIn(text: string): string[] {
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data);
}

function parsed(text: string): JsonObject[] {
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).filter(isObject);
  } catch {
    return [];
  }
}

/** A session as a client of an older revision has it. */
export class HttpSession {
  private constructor(
    readonly url: URL,
    readonly headers: Record<string, string>,
  ) {}

  get id(): string {
    return this.headers['mcp-session-id'] ?? '';
  }

  static async open(url: URL, headers: Record<string, string> = {}, revision = '2025-06-18', offers: object = {}): Promise<HttpSession> {
    const { status, headers: got, text } = await ask(url, { headers, body: hello(revision, offers) });
    const id = got['mcp-session-id'];
    if (status !== 200 || typeof id !== 'string') throw new Error(`no session: ${status} ${text}`);
    const session = new HttpSession(url, { ...headers, 'mcp-session-id': id, 'mcp-protocol-version': revision });
    await session.post(initialized);
    return session;
  }

  post(body: string | Buffer | object, more: Ask = {}): Promise<Told> {
    return ask(this.url, { ...more, body, headers: { ...this.headers, ...more.headers } });
  }

  listen(until: (text: string) => boolean, headers: Record<string, string> = {}): Promise<Told> {
    return ask(this.url, { method: 'GET', headers: { ...this.headers, accept: 'text/event-stream', ...headers }, until });
  }

  /** Listens, and gives what will be heard once the server knows that somebody listens. */
  async listening(until: (text: string) => boolean): Promise<{ heard: Promise<Told> }> {
    let begun: () => void = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const heard = ask(this.url, { method: 'GET', headers: { ...this.headers, accept: 'text/event-stream' }, until, begun });
    await Promise.race([isBegun, heard]);
    return { heard };
  }

  end(): Promise<Told> {
    return ask(this.url, { method: 'DELETE', headers: this.headers });
  }
}

/** Text of a tool's result. */
export function textOf({ messages }: Told): string {
  const result = messages.find((message) => 'result' in message)?.result;
  const content = isObject(result) && Array.isArray(result.content) ? result.content : [];
  return isObject(content[0]) ? String(content[0].text) : '';
}
