import type { ServerResponse } from 'node:http';

/** Milliseconds after which a stream that has nothing to tell says that it is there. */
const KEEP_ALIVE_MS = 15_000;

const END = Buffer.from('\n\n');

/** An answer of server-sent events. */
export class EventAnswer {
  private readonly alive: NodeJS.Timeout;

  /** `drained` is called when more can be sent, or nothing any more. */
  constructor(
    private readonly response: ServerResponse,
    headers: Readonly<Record<string, string>>,
    drained: () => void,
  ) {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      // A proxy that buffers would hold events back.
      'x-accel-buffering': 'no',
      ...headers,
    });
    response.flushHeaders();
    this.alive = setInterval(() => response.write(':\n\n'), KEEP_ALIVE_MS).unref();
    response.on('drain', drained).once('close', () => {
      clearInterval(this.alive);
      drained();
    });
  }

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  get isFull(): boolean {
    return this.isOpen && this.response.writableNeedDrain;
  }

  /** `data`: one message, without line feeds. */
  send(data: Buffer, id?: string): void {
    if (!this.isOpen) return;
    const head = Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}${data.length === 0 ? '' : 'event: message\n'}data: `);
    this.response.write(Buffer.concat([head, data, END]));
  }

  end(): void {
    clearInterval(this.alive);
    if (this.isOpen) this.response.end();
  }
}
