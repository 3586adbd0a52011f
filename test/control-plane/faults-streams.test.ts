import { describe, expect, it } from 'vitest';
import { databases } from '../support/databases.js';
import { floodStreams } from '../support/stream-flood.js';
import { withPlane } from '../support/with-plane.js';

// With 10 000 clients: `npx tsx bench/faults/streams.ts`.
describe.skipIf(process.platform !== 'linux').each(databases())('1 000 idle clients of event streams on $name', (database) => {
  const at = withPlane(database);

  it('are held up to the limit of each tenant or refused, and keep nobody waiting', { timeout: 120_000 }, async () => {
    // Longer than requests take on a machine that does much else.
    const holdMs = 8_000;
    const outcome = await floodStreams(at, { clients: 1_000, tenants: 3, holdMs });
    expect(outcome.statuses).toEqual({ 200: 300, 429: 700 });
    expect(outcome.held).toEqual([100, 100, 100]);
    expect(outcome.refusals).toEqual(['{"detail":"too many event streams are open"}']);
    expect(outcome.lost).toBe(0);
    expect(outcome.kilobytesPerStream).toBeLessThan(500);
    // One that waited for the streams would wait as long as they are open.
    expect(outcome.ordinary.p50).toBeLessThan(holdMs);
  });
});
