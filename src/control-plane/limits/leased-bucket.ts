import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

interface Lease {
  left: number;
  /** Milliseconds since 1970. */
  until: number;
}

/** Buckets with fewer points are consumed one by one. */
const LEAST_LEASED = 1000;
const LEASES = 100;
const MAX_KEYS = 10_000;

/**
 * A token bucket in a database. This process leases a hundredth of its points at a time and spends them locally: few
 * requests wait for the database, and all processes together never exceed the limit.
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

  /** Takes one point. Rejects with the bucket's RateLimiterRes when none is left. */
  async consume(key: string): Promise<void> {
    if (this.size === 1) {
      await this.bucket.consume(key);
      return;
    }
    // Other requests that waited for the same lease may have spent it already.
    while (!this.spend(key)) await this.lease(key);
  }

  /** Refills the bucket. */
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

  /** One request, however many callers wait for it. */
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
