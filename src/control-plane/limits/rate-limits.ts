import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateClass } from '../../config/serve-options.js';
import { networkOf } from '../../system/address-list.js';
import { TooMany } from '../failures.js';
import type { Ground } from '../ground/ground.js';
import { isEmbedded } from '../store/layer/dialects.js';
import type { Store } from '../store/layer/store.js';
import { LeasedBucket } from './leased-bucket.js';

/**
 * Requests per minute: for each tenant, or for each client address of callers without a tenant; sign-ins always count
 * by address.
 */
export const defaultRates: Readonly<Record<RateClass, number>> = { read: 12_000, write: 6_000, session: 60, refused: 1_200 };

const WINDOW_S = 60;

/** The caller whose bucket is used. */
export interface Drawer {
  tenantId?: string | undefined;
  clientAddress: string;
}

/** The buckets of one process, or with PostgreSQL those of all processes. */
export class RateLimits {
  private readonly buckets: Readonly<Record<RateClass, RateLimiterMemory | LeasedBucket>>;

  constructor({ store, options }: Pick<Ground, 'store' | 'options'>) {
    const rates = { ...defaultRates, ...options.rateLimits };
    const bucket = (name: RateClass) => makeBucket(store, name, rates[name]);
    this.buckets = { read: bucket('read'), write: bucket('write'), session: bucket('session'), refused: bucket('refused') };
  }

  /** Takes one point. Throws TooMany with the headers of the limit when none is left. */
  async draw(name: RateClass, drawer: Drawer): Promise<void> {
    const bucket = this.buckets[name];
    const key = keyOf(name, drawer);
    try {
      await bucket.consume(key);
    } catch (refusal) {
      // A window longer than the configured one was opened before the clock was set back.
      if (refusal instanceof RateLimiterRes && refusal.msBeforeNext > 2 * WINDOW_S * 1000) {
        await bucket.delete(key);
        return;
      }
      throw refusal instanceof RateLimiterRes ? tooMany(name, bucket.points, refusal) : refusal;
    }
  }
}

function makeBucket(store: Store, name: RateClass, points: number): RateLimiterMemory | LeasedBucket {
  const common = { keyPrefix: name, points, duration: WINDOW_S };
  if (isEmbedded(store)) return new RateLimiterMemory(common);
  const shared = new RateLimiterPostgres({
    ...common,
    storeType: 'client',
    storeClient: clientOf(store),
    tableName: 'rate_limits',
    tableCreated: true,
    // A caller over the limit causes no more queries until the window ends.
    inMemoryBlockOnConsumed: points,
    clearExpiredByTimeout: name === 'read',
  });
  return new LeasedBucket(shared);
}

/** Our store in the form of the driver that the library expects. */
function clientOf(store: Store) {
  return {
    query: ({ text, values }: { text: string; values: readonly unknown[] }) =>
      store.shared(async ({ db }) => {
        const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
        return { rows, rowCount: rows.length };
      }),
  };
}

function keyOf(name: RateClass, { tenantId, clientAddress }: Drawer): string {
  const byAddress = name === 'session' || name === 'refused' || tenantId === undefined;
  return byAddress ? `address:${networkOf(clientAddress)}` : `tenant:${tenantId}`;
}

const WORDS: Readonly<Record<RateClass, string>> = {
  read: 'too many reads',
  write: 'too many writes',
  session: 'too many sign-ins',
  refused: 'too many credentials that are not valid',
};

function tooMany(name: RateClass, limit: number, { msBeforeNext, remainingPoints }: RateLimiterRes): TooMany {
  const reset = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new TooMany(`${WORDS[name]}; try again in ${reset} s`, reset, {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, remainingPoints)),
    'ratelimit-reset': String(reset),
  });
}
