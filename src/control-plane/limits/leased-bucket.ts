import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

interface Lease {
  left: number;
  /** Milliseconds since 1970. */
  until: number;
}

/** Buckets that hold less are drawn from one by one. */
const LEAST_LEASED = 1000;
const LEASES = 100;
const MAX_KEYS = 10_000;

/**
 * A bucket in a database that is asked for a hundredth of its points at a time, which this process then spends by itself: few requests
 * wait for the database, and all processes together never pass the limit.
 */
export class LeasedBucket {
  private readonly leases = new Map<string, Lease>();
  private readonly asked = new Map<string, Promise<void>>();
  private readonly size: number;

  constructor(private readonly bucket: RateLimiterAbstract) {
    const { points } = bucket;
    this.size = points >= LEAST_LEASED && points % LEASES === 0 ? points / LEASES : 1;
  }

  get points(): number {
    return this.bucket.points;
  }

  /** Takes one. Rejects with the bucket's RateLimiterRes when none is left. */
  async consume(key: string): Promise<void> {
    if (this.size === 1) {
      await this.bucket.consume(key);
      return;
    }
    // Who waited for a lease may find it spent by those who waited with them.
    while (!this.spend(key)) await this.lease(key);
  }

  /** Fills it again. */
  async delete(key: string): Promise<void> {
    this.leases.delete(key);
    await this.bucket.delete(key);
  }

  private spend(key: string): boolean {
    const lease = this.leases.get(key);
    if (!lease || lease.left === 0 || lease.until <= Date.now()) return false;
    lease.left -= 1;
    return true;
  }

  /** Asked for once, however many wait. */
  private lease(key: string): Promise<void> {
    const known = this.asked.get(key);
    if (known) return known;
    const asked = this.bucket
      .consume(key, this.size)
      .then(({ msBeforeNext }: RateLimiterRes) => this.keep(key, Date.now() + msBeforeNext))
      .finally(() => this.asked.delete(key));
    this.asked.set(key, asked);
    return asked;
  }

  private keep(key: string, until: number): void {
    this.leases.delete(key);
    this.leases.set(key, { left: this.size, until });
    const [oldest] = this.leases.keys();
    if (this.leases.size > MAX_KEYS && oldest !== undefined) this.leases.delete(oldest);
  }
}
