import type { RateGauge } from './decide.js';
import type { RateLimit } from './policy.js';

const MAX_KEYS = 10_000;

interface Bucket {
  tokens: number;
  /** Milliseconds of the last call. */
  at: number;
}

/**
 * Token buckets in this process's memory: a rule's bucket holds `calls` and refills over `per_seconds`. The longest unused are
 * forgotten first.
 */
export class MemoryGauge implements RateGauge {
  private readonly buckets = new Map<string, Bucket>();

  /** `clock` in milliseconds. */
  constructor(private readonly clock: () => number) {}

  over(key: string, { calls, per_seconds }: RateLimit): boolean {
    const now = this.clock();
    const { tokens, at } = this.buckets.get(key) ?? { tokens: calls, at: now };
    const refilled = Math.min(calls, tokens + (Math.max(0, now - at) * calls) / (per_seconds * 1000));
    const over = refilled < 1;
    this.buckets.delete(key);
    this.buckets.set(key, { tokens: over ? refilled : refilled - 1, at: now });
    if (this.buckets.size > MAX_KEYS) this.forgetOldest();
    return over;
  }

  private forgetOldest(): void {
    const [oldest] = this.buckets.keys();
    if (oldest !== undefined) this.buckets.delete(oldest);
  }
}
