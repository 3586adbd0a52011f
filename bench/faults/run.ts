import '../../test/support/own-home.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestPlane } from '../../test/support/control-plane.js';
import { databases, type TestDatabase } from '../../test/support/databases.js';
import { damages } from '../../test/support/fault-check.js';
import { faultRounds } from '../../test/support/fault-rounds.js';
import { linkedRounds } from '../../test/support/linked-rounds.js';
import { castellan, projectRoot } from '../../test/support/spawn-cli.js';

// npm run faults -- [rounds] [seed] [sqlite|postgres|runtime]: ends servers and workers with SIGKILL at random moments under load, on SQLite
// and on PostgreSQL, and looks for what is lost, doubled or half written; then client, relay, server and control plane of relayed sessions, and looks
// for processes that are left, too. The seed is printed; the same seed strikes in the same order.
const rounds = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const wanted = process.argv[4];
/** Server processes side by side on PostgreSQL. */
const SERVERS = 3;

for (const database of databases()) if (wanted === undefined || wanted === database.name) await run(database);
if (wanted === undefined || wanted === 'runtime') await runRelays();

async function runRelays(): Promise<void> {
  console.log(`runtime: ${rounds} rounds, seed ${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'castellan-faults-'));
  try {
    const { calls, damages: found } = await linkedRounds({ rounds, seed, folder, log: console.log });
    console.log(`runtime: ${calls.length} calls answered, ${found.length} damages`);
    for (const line of found) console.log(`  ${line}`);
    if (found.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(database: TestDatabase): Promise<void> {
  const servers = database.name === 'postgres' ? SERVERS : 1;
  console.log(`${database.name}: ${rounds} rounds, seed ${seed}, ${servers} at a time`);
  const at = await openTestPlane({ ...(await database.open()), workers: 0 });
  try {
    await castellan(['db', 'update', '--from', join(projectRoot, 'fixtures/feeds')], {
      env: { SERVICE_DB: at.plane.options.advisoryDatabase },
    });
    const started = Date.now();
    const { asked, complaints } = await faultRounds({ rounds, seed, at, key: await at.key('acme'), servers, log: console.log });
    const seconds = (Date.now() - started) / 1000;
    const found = [...complaints, ...(await damages(at.plane, 'acme', asked))];
    const accepted = asked.filter(({ said }) => said === 'accepted').length;
    const unknown = asked.filter(({ said }) => said === 'unknown').length;
    console.log(
      `${database.name}: ${accepted} writes accepted, ${unknown} cut off, ${found.length} damages; ${(seconds / rounds).toFixed(1)} s a round`,
    );
    for (const line of found) console.log(`  ${line}`);
    if (found.length > 0) process.exitCode = 1;
  } finally {
    await at.close();
    await database.close();
  }
}
