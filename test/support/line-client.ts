import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { isObject, type JsonObject } from '../../src/support/json.js';
import { spawn } from './programs.js';
import { programPath } from './spawn-cli.js';

/** How long a test waits for a line before it counts as hanging. */
const PATIENCE_MS = 20_000;

/** A command that runs behind the built relay. */
export function relayed(command: readonly string[], ...options: string[]): string[] {
  return [process.execPath, programPath, 'proxy', ...options, '--', ...command];
}

/** A client that speaks in bytes: what a library would not send can be sent, and what comes back is seen as it came. */
export class LineClient {
  readonly lines: string[] = [];
  readonly child: ChildProcessWithoutNullStreams;
  readonly exit: Promise<number>;
  stderr = '';
  private rest = '';
  private wake: () => void = () => {};

  constructor(command: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}) {
    const [program = '', ...args] = command;
    this.child = spawn(program, args, { ...options, stdio: 'pipe' });
    this.child.stdin.on('error', () => {});
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.take(text));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      this.wake();
    });
    this.exit = new Promise((resolve) => this.child.once('close', (code) => resolve(code ?? -1)));
  }

  send(...messages: (string | Uint8Array | object)[]): void {
    for (const message of messages) {
      const isRaw = typeof message === 'string' || message instanceof Uint8Array;
      this.child.stdin.write(isRaw ? message : `${JSON.stringify(message)}\n`);
    }
  }

  /** The first line for which it holds. Throws where none comes. */
  async line(holds: (message: JsonObject) => boolean): Promise<JsonObject> {
    const found = () => this.messages().find(holds);
    await this.until(() => found() !== undefined);
    return found() ?? {};
  }

  /** The answer to a request. */
  answer(id: string | number | null): Promise<JsonObject> {
    return this.line((message) => message.id === id && !('method' in message));
  }

  messages(): JsonObject[] {
    return this.lines.map((line) => JSON.parse(line) as unknown).filter(isObject);
  }

  async until(holds: () => boolean): Promise<void> {
    const late = setTimeout(() => this.wake(), PATIENCE_MS);
    const end = Date.now() + PATIENCE_MS;
    while (!holds()) {
      if (Date.now() >= end) throw new Error(`nothing came: ${this.lines.slice(-3).join('\n')} ${this.stderr.slice(-500)}`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    clearTimeout(late);
  }

  async end(): Promise<number> {
    this.child.stdin.end();
    return this.exit;
  }

  /** As a client does that has one root. */
  private answerRoots({ id, method }: JsonObject): void {
    if (method === 'roots/list') this.send({ jsonrpc: '2.0', id, result: { roots: [{ uri: 'file:///tmp', name: 'tmp' }] } });
  }

  private take(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      this.lines.push(line);
      if (line.includes('"roots/list"')) this.answerRoots(JSON.parse(line));
    }
    this.wake();
  }
}

/** `initialize` as a client of this revision says it. */
export function hello(protocolVersion: string, capabilities: object = {}): object {
  return {
    jsonrpc: '2.0',
    id: 'hello',
    method: 'initialize',
    params: { protocolVersion, capabilities, clientInfo: { name: 'test', version: '1.0.0' } },
  };
}

export function request(id: string | number, method: string, params?: object): object {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

export function toolCall(id: string | number, name: string, args: object = {}): object {
  return request(id, 'tools/call', { name, arguments: args });
}

export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
