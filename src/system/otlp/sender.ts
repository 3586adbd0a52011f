import { MINUTE_MS } from '../../support/durations.js';
import { plural } from '../../support/listing.js';
import type { Http } from '../http.js';
import { retryAfterMs } from '../retry.js';
import { untraced } from '../tracing.js';

/** What is brought away. */
export type Signal = 'traces' | 'metrics';

export interface SenderOptions {
  http: Http;
  /** The collector's address without `/v1/traces`. */
  base: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Takes one line for the operator. */
  say(line: string): void;
}

const TIMEOUT_MS = 10_000;
/** Statuses after which the protocol wants a request again (OTLP, "retryable response codes"). */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends to a collector. A failure is no error of the service: it is counted, and said once a minute. */
export class OtlpSender {
  /** Spans, or points of metrics, that no collector took. */
  readonly dropped: Record<Signal, number> = { traces: 0, metrics: 0 };
  private saidAt = Number.NEGATIVE_INFINITY;
  private unsaid = 0;

  constructor(private readonly options: SenderOptions) {}

  /** Milliseconds to wait before the next try, undefined when the collector has taken or refused it for good. */
  async send(signal: Signal, body: Uint8Array, count: number, abort?: AbortSignal): Promise<number | undefined> {
    const { http, base, headers } = this.options;
    try {
      const {
        status,
        headers: told,
        body: text,
      } = await untraced(() =>
        http.send({
          url: `${base}/v1/${signal}`,
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
          body,
          redirects: 'return',
          idleTimeoutMs: TIMEOUT_MS,
          ...(abort && { signal: abort }),
        }),
      );
      for await (const _ of text);
      if (RETRYABLE.has(status)) {
        this.complain(`the collector answers with status ${status}`);
        return retryAfterMs(told['retry-after'], Date.now()) ?? 0;
      }
      if (status >= 300) this.drop(signal, count, `the collector answers with status ${status}`);
    } catch (error) {
      this.complain(error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : 'the collector cannot be reached');
      return 0;
    }
    return undefined;
  }

  drop(signal: Signal, count: number, reason: string): void {
    this.dropped[signal] += count;
    this.unsaid += count;
    this.complain(reason);
  }

  private complain(reason: string): void {
    const now = performance.now();
    if (now - this.saidAt < MINUTE_MS) return;
    this.saidAt = now;
    this.options.say(`telemetry is not taken: ${reason}${this.unsaid > 0 ? `; ${plural(this.unsaid, 'item')} dropped` : ''}`);
    this.unsaid = 0;
  }
}
