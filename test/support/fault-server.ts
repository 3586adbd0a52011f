import { buildApp } from '../../src/control-plane/http/app.js';
import { startPool } from '../../src/control-plane/jobs/pool.js';
import type { ServeOptions } from '../../src/control-plane/options.js';
import { openControlPlane } from '../../src/control-plane/start.js';
import { programPath } from './spawn-cli.js';

// A control plane as `serve` runs it, but with leases so short that a test can wait for them. Its options come as one argument, its
// address goes to standard output.
const options: ServeOptions = JSON.parse(process.argv[2] ?? '');
const plane = await openControlPlane(options, { version: '0.0.0-test', clock: Date.now });
const app = buildApp(plane);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
const pool = startPool(plane, { program: programPath, leaseMs: 1_500, heartbeatMs: 300, backoffMs: 100, maxAttempts: 3 });
plane.wakeWorkers = () => pool.wake();
process.stdout.write(`${url}\n`);
