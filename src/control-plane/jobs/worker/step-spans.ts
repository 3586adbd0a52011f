import { randomBytes } from 'node:crypto';
import type { ScanEvent, ScanStep } from '../../../model/request.js';
import type { WorkerSpan } from '../worker-contract.js';

/** Spans of the steps of a scan. The worker only tells of them: it knows no collector, and has no credential for one. */
export class StepSpans {
  private readonly whole = randomBytes(8).toString('hex');
  private step: { name: ScanStep; since: number } | undefined;
  private readonly spans: WorkerSpan[] = [];

  /** `parentSpanId`: the server's span that this process works for. */
  constructor(private readonly parentSpanId: string) {}

  take(event: ScanEvent): void {
    if (event.event === 'step') this.turn({ name: event.step, since: Date.now() });
    else if (event.event === 'finished') this.turn(undefined);
  }

  /** All spans, that of the process last. */
  end(): WorkerSpan[] {
    this.turn(undefined);
    const whole = { span_id: this.whole, parent_span_id: this.parentSpanId, name: 'worker', start_ms: performance.timeOrigin };
    return [...this.spans, { ...whole, end_ms: Date.now(), pid: process.pid }];
  }

  private turn(next: typeof this.step): void {
    if (this.step) {
      const { name, since } = this.step;
      const ids = { span_id: randomBytes(8).toString('hex'), parent_span_id: this.whole };
      this.spans.push({ ...ids, name: `scan ${name}`, start_ms: since, end_ms: Date.now(), pid: process.pid });
    }
    this.step = next;
  }
}
