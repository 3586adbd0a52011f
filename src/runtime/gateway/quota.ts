import { MemoryGauge } from '../../policy/gateway/rate.js';
import { isObject, own } from '../../support/json.js';

const MINUTE_S = 60;

/** Calls of tools a minute, of each client at each upstream. */
export class Quota {
  private readonly gauge: MemoryGauge;

  /** `rateOf`: calls a minute of an upstream; undefined: as many as come. `clock` in milliseconds. */
  constructor(
    private readonly rateOf: (upstream: string) => number | undefined,
    clock: () => number,
  ) {
    this.gauge = new MemoryGauge(clock);
  }

  /** Counts the calls of a body. Gives the seconds after which to come again, where they are too many. */
  spend(client: string, upstream: string, body: Buffer): number | undefined {
    const rate = this.rateOf(upstream);
    if (rate === undefined) return undefined;
    const key = JSON.stringify([client, upstream]);
    for (let calls = callsIn(body); calls > 0; calls--)
      if (this.gauge.over(key, { calls: rate, per_seconds: MINUTE_S })) return Math.ceil(MINUTE_S / rate);
    return undefined;
  }
}

/** What is no JSON is refused later, and calls nothing. */
function callsIn(body: Buffer): number {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return (Array.isArray(value) ? value : [value]).filter((one) => isObject(one) && own(one, 'method') === 'tools/call').length;
  } catch {
    return 0;
  }
}
