import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.js';
import { damages } from '../support/fault-check.js';
import { faultRounds } from '../support/fault-rounds.js';
import { withPlane } from '../support/with-plane.js';

// The longer form is `npm run faults`; that the check would notice is faults-check.test.ts.
describe.skipIf(process.platform !== 'linux').each(databases())('killed servers and workers on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });

  it('lose and double nothing, and leave a whole audit chain', { timeout: 120_000 }, async () => {
    const servers = database.name === 'postgres' ? 2 : 1;
    const { asked, complaints } = await faultRounds({ rounds: 4, seed: 20260725, at, key, servers });
    expect(complaints).toEqual([]);
    expect(asked.filter(({ said }) => said === 'accepted').length).toBeGreaterThan(5);
    expect(await damages(at.plane, 'acme', asked)).toEqual([]);
  });
});
