// Installs and builds what is missing, so that `npm start` and `npm test` work from a bare clone. No dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const time = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

function run(args) {
  console.error(`> npm ${args.join(' ')}`);
  const done = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(join(root, folder), { recursive: true })) latest = Math.max(latest, time(join(folder, String(entry))));
  return latest;
}

if (time('node_modules/.package-lock.json') < time('package-lock.json')) run(['ci', '--no-audit', '--no-fund']);
if (
  !existsSync(join(root, 'dist/cli.cjs')) ||
  time('dist/cli.cjs') < Math.max(newest('src'), newest('data'), time('tsup.config.ts'), time('vite.config.ts'))
)
  run(['run', '--silent', 'build']);
