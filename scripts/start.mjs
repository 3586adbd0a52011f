// The main job on the project's own sample data: no network, no account. Ends 0 when everything went as it should.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownEnvironment } from './own-environment.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const program = join(root, 'bin/castellan.cjs');
const folder = mkdtempSync(join(tmpdir(), 'castellan-start-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** What the terminal can show is the one thing the program shall learn from whoever runs this. */
const terminal = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(?:TERM|COLORTERM|COLORFGBG|NO_COLOR|FORCE_COLOR|COLUMNS|LANG|LC_ALL|LC_CTYPE)$/.test(name),
  ),
);

/** Runs the program as a user would who never ran it before, and gives its exit code. */
function castellan(...args) {
  console.log(`\n$ castellan ${args.join(' ')}`);
  const done = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: ownEnvironment({ ...terminal, SERVICE_DB: join(folder, 'sample.db') }),
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
