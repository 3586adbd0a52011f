// The main job on the project's own sample data: no network, no account. Ends 0 when everything went as it should.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const program = join(root, 'bin/castellan.cjs');
const database = join(root, '.castellan/sample.db');
mkdirSync(dirname(database), { recursive: true });

/** Runs the program as a user would and gives its exit code. */
function castellan(...args) {
  console.log(`\n$ castellan ${args.join(' ')}`);
  const done = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SERVICE_DB: database },
  });
  return done.status ?? 1;
}

const updated = castellan('db', 'update', '--from', 'fixtures/feeds');
if (updated !== 0) {
  console.error('the sample feed could not be imported');
  process.exit(updated);
}
const code = castellan('scan', 'fixtures/sample-app', '--offline');
if (code !== 1) {
  console.error(`expected the sample application to fail the severity gate with exit code 1, got ${code}`);
  process.exit(code === 0 ? 1 : code);
}
console.log(`
The scan itself ended with exit code 1, as it should: the sample application holds critical vulnerabilities, and
the severity gate fails from critical up. In CI that code stops the build.

How to go on:
  npx castellan db update              download the real advisories (OSV, CISA KEV, EPSS)
  npx castellan scan /path/to/project  scan your own project
  npx castellan scan --demo            an estate of agents and MCP servers, with blast radius
`);
