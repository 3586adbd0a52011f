import { openTestPlane } from '../../test/support/control-plane.js';
import { databases } from '../../test/support/databases.js';
import { floodStreams } from '../../test/support/stream-flood.js';

// npx tsx bench/faults/streams.ts [clients] [tenants] [sqlite|postgres]: as many idle clients of event streams as said, and how one server
// process bears them. Needs a limit of open files above the number of clients (`ulimit -n`).
const clients = Number(process.argv[2] ?? 10_000);
const tenants = Number(process.argv[3] ?? 25);
const wanted = process.argv[4];

for (const database of databases()) {
  if (wanted !== undefined && wanted !== database.name) continue;
  const at = await openTestPlane({ ...(await database.open()), workers: 0 });
  try {
    console.log(database.name, await floodStreams(at, { clients, tenants, holdMs: 8_000 }));
  } finally {
    await at.close();
    await database.close();
  }
}
