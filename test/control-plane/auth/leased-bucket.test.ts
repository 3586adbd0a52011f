import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { describe, expect, it } from 'vitest';
import { LeasedBucket } from '../../../src/control-plane/limits/leased-bucket.js';

/** A database's bucket that counts how often it is asked, and the buckets of processes over it. */
function processes(points: number, number: number) {
  const shared = new RateLimiterMemory({ points, duration: 60 });
  const consume = shared.consume.bind(shared);
  let asked = 0;
  shared.consume = (key, taken) => {
    asked += 1;
    return new Promise((done) => setImmediate(done)).then(() => consume(key, taken));
  };
  return { buckets: Array.from({ length: number }, () => new LeasedBucket(shared)), asked: () => asked };
}

async function draw(buckets: readonly LeasedBucket[], times: number, key = 'tenant:acme'): Promise<number> {
  const draws = Array.from({ length: times }, (_, turn) => buckets[turn % buckets.length]?.consume(key));
  const results = await Promise.allSettled(draws);
  for (const one of results) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(RateLimiterRes);
  return results.filter(({ status }) => status === 'fulfilled').length;
}

describe('a bucket that several processes draw from', () => {
  it('gives no more than it has, and asks the database seldom', async () => {
    const { buckets, asked } = processes(2000, 3);
    expect(await draw(buckets, 1500)).toBe(1500);
    expect(asked()).toBeLessThan(90);
    const rest = await draw(buckets, 1500);
    expect(rest).toBeGreaterThan(500 - 3 * 20);
    expect(rest).toBeLessThanOrEqual(500);
    expect(await draw(buckets, 10, 'tenant:globex')).toBe(10);
  });

  it('is exact where there is little', async () => {
    const { buckets } = processes(7, 2);
    expect(await draw(buckets, 20)).toBe(7);
  });
});
