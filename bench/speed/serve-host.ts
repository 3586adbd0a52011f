import { join } from 'node:path';
import type { ServeOptions } from '../../src/config/serve-options.js';
import { openControlPlane, serve } from '../../src/control-plane/start/start.js';

/** Options of a control plane in a folder, without limits of requests: those are not what is measured. */
export function benchOptions(home: string, databaseUrl?: string): ServeOptions {
  const unlimited = { read: 1e9, write: 1e9, session: 1e9, refused: 1e9 };
  return {
    host: '127.0.0.1',
    port: 0,
    dataFolder: home,
    ...(databaseUrl !== undefined && { databaseUrl }),
    maxBodyBytes: 10 * 1024 * 1024,
    hstsPreload: false,
    scanRoots: [],
    workers: 0,
    retention: { jobDays: 3650, evidenceDays: 3650 },
    advisoryDatabase: join(home, 'advisories.db'),
    offline: true,
    rateLimits: unlimited,
    environment: {},
  };
}

// As a program: serves the folder and says where.
const [home, databaseUrl] = process.argv.slice(2);
if (home !== undefined && process.send) {
  const { url } = await serve(await openControlPlane(benchOptions(home, databaseUrl), { version: 'bench', clock: Date.now }));
  process.on('message', () => {
    // Twice: what the first one frees of others is freed by the second.
    for (let round = 0; round < 2; round += 1) global.gc?.();
    process.send?.({ heapBytes: process.memoryUsage().heapUsed });
  });
  process.send({ url });
}
