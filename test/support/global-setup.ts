import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endPostgres } from './postgres-server.js';
import { execa } from './programs.js';
import { projectRoot } from './spawn-cli.js';

/** Makes the place for the homes of all test files and of all programs that they start, and for databases; gone when all are through. */
function homes(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-homes-'));
  // PostgreSQL, whose user is another, passes through.
  chmodSync(folder, 0o711);
  process.env.TEST_HOMES = folder;
  return async () => {
    await endPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Builds once before the tests when the sources are newer than the build: spawned tests run what users run. */
export default async function setup(): Promise<() => Promise<void>> {
  const remove = homes();
  const built = statSync(join(projectRoot, 'dist/cli.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built > Math.max(newest(join(projectRoot, 'src')), newest(join(projectRoot, 'data'))) && existsSync(join(projectRoot, 'dist')))
    return remove;
  await execa('npm', ['run', '--silent', 'build'], { cwd: projectRoot, stdout: 'ignore', stderr: 'inherit' });
  return remove;
}

function newest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(...times.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}
