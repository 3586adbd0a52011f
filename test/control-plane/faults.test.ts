import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlane, type TestPlane } from '../support/control-plane.js';
import { databases } from '../support/databases.js';
import { damages } from '../support/fault-check.js';
import { faultRounds } from '../support/fault-rounds.js';
import { sampleProject } from '../support/job-runs.js';

// The longer form is `npm run faults`.
describe.skipIf(process.platform !== 'linux').each(databases())('killed servers and workers on $name', (database) => {
  let at: TestPlane;
  let key = '';
  beforeAll(async () => {
    at = await openTestPlane({ ...(await database.open()), workers: 2 });
    key = await at.key('acme');
  });
  afterAll(async () => {
    await at.close();
    await database.close();
  });

  it('lose and double nothing, and leave a whole audit chain', { timeout: 120_000 }, async () => {
    const projects = ['one', 'two', 'three'].map((name) => sampleProject(at, name));
    const accepted = await faultRounds({ rounds: 4, seed: 20260725, options: at.plane.options, key, projects });
    expect(accepted.length).toBeGreaterThan(2);
    expect(await damages(at.plane, 'acme', accepted)).toEqual([]);
  });
});
