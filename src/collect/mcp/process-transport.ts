import { deserializeMessage, type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { InputError, OperationalError } from '../../support/errors.js';
import { parseJson } from '../../support/json.js';
import type { RunningProcess } from '../../system/processes.js';
import type { ByteBudget } from './byte-budget.js';

const LINE_FEED = 10;

/**
 * MCP over a child's standard streams, one JSON-RPC message on each line. Other lines (banners, logs) are counted and
 * skipped. The total output of the child is limited, so a flood ends it.
 */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** Number of lines that were not JSON-RPC. */
  strayLines = 0;
  /** Why the connection broke, if it did. */
  failure: Error | undefined;
  private readonly pending: Uint8Array[] = [];

  constructor(
    private readonly child: RunningProcess,
    private readonly budget: ByteBudget,
  ) {}

  async start(): Promise<void> {
    void this.read();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.child.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    await this.child.stop();
    this.onclose?.();
  }

  private async read(): Promise<void> {
    try {
      for await (const chunk of this.child.output) {
        this.budget.spend(chunk.byteLength);
        this.take(chunk);
      }
      // The pipe ends a moment before the child does.
      const { code, signal } = await this.child.ended;
      this.broken(new OperationalError({ message: `ended by itself with ${signal ?? `exit code ${code}`}` }));
    } catch (error) {
      this.broken(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private broken(error: Error): void {
    this.failure ??= error;
    this.onerror?.(error);
    void this.close();
  }

  private take(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      this.pending.push(chunk.subarray(from, at));
      this.line(Buffer.concat(this.pending).toString('utf8').trim());
      this.pending.length = 0;
      from = at + 1;
    }
    if (from < chunk.byteLength) this.pending.push(chunk.subarray(from));
  }

  private line(text: string): void {
    if (text === '') return;
    const message = messageOf(text);
    if (message) this.onmessage?.(message);
    else this.strayLines++;
  }
}

/** Undefined for a line that is not a message; one that is nested too deep is refused before the library walks it. */
function messageOf(line: string): JSONRPCMessage | undefined {
  try {
    parseJson(line, '');
    return deserializeMessage(line);
  } catch (error) {
    if (error instanceof InputError && error.issue === 'too_deep') throw error;
    return undefined;
  }
}
