import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { OtlpSender } from './sender.js';

const [MOST_WAITING, MOST_SENT] = [4_096, 512] as const;
const [ROUND_MS, LONGEST_MS] = [2_000, 60_000] as const;

/** Ended spans on their way to the collector. What finds no room is dropped; nobody ever waits for it. */
export class SpanQueue implements SpanProcessor {
  private waiting: ReadableSpan[] = [];
  private timer: NodeJS.Timeout | undefined;
  private waitMs: number = ROUND_MS;
  private sending: Promise<void> | undefined;
  private isOver = false;

  constructor(private readonly sender: OtlpSender) {}

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & 1) === 0 || this.isOver) return;
    if (this.waiting.length < MOST_WAITING) this.waiting.push(span);
    else this.sender.drop('traces', 1, 'the collector is too slow');
    this.plan();
  }

  forceFlush(): Promise<void> {
    return this.sendAll();
  }

  /** Sends what waits, as long as `signal` lets it; the rest is dropped. */
  async end(signal: AbortSignal): Promise<void> {
    clearTimeout(this.timer);
    this.isOver = true;
    const given = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([(this.sending ?? Promise.resolve()).then(() => this.sendAll(signal)), given]);
    if (this.waiting.length > 0) this.sender.drop('traces', this.waiting.length, 'the service ends');
    this.waiting = [];
  }

  async shutdown(): Promise<void> {}

  private plan(): void {
    if (this.timer !== undefined || this.sending !== undefined || this.isOver) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.sending = this.sendAll().finally(() => {
        this.sending = undefined;
        if (this.waiting.length > 0) this.plan();
      });
    }, this.waitMs);
    this.timer.unref();
  }

  /** Sends until nothing waits, or the collector wants to be left alone. */
  private async sendAll(signal?: AbortSignal): Promise<void> {
    while (this.waiting.length > 0 && !signal?.aborted) {
      const spans = this.waiting.slice(0, MOST_SENT);
      const body = JsonTraceSerializer.serializeRequest(spans);
      const again = body === undefined ? undefined : await this.sender.send('traces', body, spans.length, signal);
      if (again !== undefined) {
        this.waitMs = Math.min(LONGEST_MS, Math.max(again, this.waitMs * 2));
        return;
      }
      this.waiting = this.waiting.slice(spans.length);
      this.waitMs = ROUND_MS;
    }
  }
}
