import { plural } from '../../support/listing.js';
import type { Http } from '../../system/http.js';
import { retryAfterMs } from '../../system/retry.js';
import { type CallSpans, type OtlpSpan, SessionSpans, type SpanTaker } from './call-spans.js';
import { Pace } from './pace.js';

export interface SpanExporterOptions {
  http: Http;
  /** Address that takes `POST` of OTLP in JSON. */
  url: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  version: string;
  /** Sessions come and go: the exporter stays until it is closed. */
  staysOpen?: true;
  clock(): number;
  say(line: string): void;
}

const [EXPORT_MS, LONGEST_MS, LAST_MS, TIMEOUT_MS] = [5_000, 60_000, 800, 10_000] as const;
const MOST_WAITING = 2_000;
const MOST_SENT = 500;
/** Statuses after which the protocol wants a request again (OTLP, "retryable response codes"). */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends spans to a collector in batches. They are no evidence: what finds no room, or no taker, is dropped, and that is said. */
export class SpanExporter implements SpanTaker {
  private waiting: OtlpSpan[] = [];
  private readonly pace = new Pace(EXPORT_MS, LONGEST_MS);
  private dropped = 0;
  private isTold = false;
  private isOver = false;

  constructor(private readonly options: SpanExporterOptions) {
    void this.keepExporting();
  }

  session(session: string): CallSpans {
    return new SessionSpans(session, this);
  }

  clock(): number {
    return this.options.clock();
  }

  async leave(): Promise<void> {
    if (!this.options.staysOpen) await this.close();
  }

  take(span: OtlpSpan): void {
    if (this.waiting.length < MOST_WAITING) this.waiting.push(span);
    else this.drop(1, 'the collector is too slow');
  }

  async close(): Promise<void> {
    this.isOver = true;
    this.pace.end();
    if (this.waiting.length > 0 && !this.pace.isFailing) {
      const limit = new Promise<void>((resolve) => {
        setTimeout(resolve, LAST_MS);
      });
      await Promise.race([this.sendAll(), limit]);
    }
    this.dropped += this.waiting.length;
    if (this.dropped > 0) this.options.say(`${plural(this.dropped, 'span')} could not be exported`);
  }

  private async keepExporting(): Promise<void> {
    for (let waitMs: number | undefined; ; ) {
      await this.pace.wait(waitMs);
      if (this.isOver) return;
      waitMs = this.waiting.length === 0 ? undefined : await this.send();
    }
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0 && !this.pace.isFailing) await this.send();
  }

  /** Gives the wait that the collector asks for. */
  private async send(): Promise<number | undefined> {
    const { http, url, headers, clock } = this.options;
    const spans = this.waiting.slice(0, MOST_SENT);
    try {
      const response = await http.send({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: JSON.stringify(this.requestOf(spans)),
        redirects: 'return',
        idleTimeoutMs: TIMEOUT_MS,
      });
      for await (const _ of response.body);
      if (RETRYABLE.has(response.status)) {
        this.pace.failed();
        return retryAfterMs(response.headers['retry-after'], clock());
      }
      this.waiting = this.waiting.slice(spans.length);
      this.pace.succeeded();
      if (response.status >= 300) this.drop(spans.length, `the collector answered ${response.status}`);
    } catch {
      this.pace.failed();
    }
    return undefined;
  }

  private drop(spans: number, reason: string): void {
    this.dropped += spans;
    if (!this.isTold) this.options.say(`spans are dropped: ${reason}`);
    this.isTold = true;
  }

  private requestOf(spans: readonly OtlpSpan[]): object {
    const attributes = Object.entries({ 'service.name': 'castellan', 'service.version': this.options.version }).map(
      ([key, stringValue]) => ({
        key,
        value: { stringValue },
      }),
    );
    return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'castellan.relay' }, spans }] }] };
  }
}
