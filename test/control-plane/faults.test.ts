import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlane, type TestPlane } from '../support/control-plane.js';
import { databases } from '../support/databases.js';
import { damages } from '../support/fault-check.js';
import { faultRounds } from '../support/fault-rounds.js';

// The longer form is `npm run faults`; that the check would notice is faults-check.test.ts.
describe.skipIf(process.platform !== 'linux').each(databases())('killed servers and workers on $name', (database) => {
  let at: TestPlane;
  let key = '';
  beforeAll(async () => {
    at = await openTestPlane(await database.open());
    key = await at.key('acme');
  });
  afterAll(async () => {
    await at.close();
    await database.close();
  });

  it('lose and double nothing, and leave a whole audit chain', { timeout: 120_000 }, async () => {
    const servers = database.name === 'postgres' ? 2 : 1;
    const { asked, complaints } = await faultRounds({ rounds: 4, seed: 20260725, at, key, servers });
    expect(complaints).toEqual([]);
    expect(asked.filter(({ said }) => said === 'accepted').length).toBeGreaterThan(20);
    expect(await damages(at.plane, 'acme', asked)).toEqual([]);
  });
});
