import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds before a server that ended at its start is started again; twice as long after each time, up to the longest. */
const FIRST_MS = 200;
const LONGEST_MS = 30_000;
/** A client is kept waiting for so long, and told when to come back otherwise. */
const PATIENCE_MS = 2_000;

/** When a server that ends at its start may be started again. */
export class StartBackOff {
  /** Why the last start failed. */
  reason: string | undefined;
  /** Starts that followed one that failed. */
  restarts = 0;
  private failures = 0;
  private notBefore = 0;

  /** Seconds until the next start. */
  get seconds(): number {
    return Math.max(1, Math.ceil((this.notBefore - Date.now()) / 1000));
  }

  /** Waits until a start is allowed; false where that takes longer than a client should wait. */
  async turn(response: ServerResponse): Promise<boolean> {
    const left = this.notBefore - Date.now();
    if (left > PATIENCE_MS) return false;
    if (left > 0 && !response.destroyed) await wait(left);
    return true;
  }

  again(): void {
    this.restarts += 1;
  }

  failed(reason: string): void {
    this.reason = reason;
    this.notBefore = Date.now() + Math.min(LONGEST_MS, FIRST_MS * 2 ** this.failures);
    this.failures += 1;
  }

  succeeded(): void {
    this.reason = undefined;
    this.failures = 0;
    this.notBefore = 0;
  }
}
