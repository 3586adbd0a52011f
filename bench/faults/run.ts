import { join } from 'node:path';
import { openTestPlane } from '../../test/support/control-plane.js';
import { databases } from '../../test/support/databases.js';
import { damages } from '../../test/support/fault-check.js';
import { faultRounds } from '../../test/support/fault-rounds.js';
import { sampleProject } from '../../test/support/job-runs.js';
import { castellan, projectRoot } from '../../test/support/spawn-cli.js';

// npm run faults -- [rounds] [seed]: kills servers and workers at random moments, on SQLite and on PostgreSQL, and looks for what is
// lost, doubled or half written. The seed is printed; the same seed makes the same choices.
const rounds = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

for (const database of databases()) {
  console.log(`${database.name}: ${rounds} rounds, seed ${seed}`);
  const at = await openTestPlane({ ...(await database.open()), workers: 2 });
  try {
    await castellan(['db', 'update', '--from', join(projectRoot, 'fixtures/feeds')], {
      env: { SERVICE_DB: at.plane.options.advisoryDatabase },
    });
    const projects = ['one', 'two', 'three', 'four'].map((name) => sampleProject(at, name));
    const accepted = await faultRounds({ rounds, seed, options: at.plane.options, key: await at.key('acme'), projects, log: console.log });
    const found = await damages(at.plane, 'acme', accepted);
    console.log(`${database.name}: ${accepted.length} jobs accepted, ${found.length} damages`);
    for (const line of found) console.log(`  ${line}`);
    if (found.length > 0) process.exitCode = 1;
  } finally {
    await at.close();
    await database.close();
  }
}
