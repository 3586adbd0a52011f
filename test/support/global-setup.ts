import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
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
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/**
 * All that tests and their programs make in the folder for temporary files lies in one of the run's own, which goes with its homes: also what
 * a test forgets, and what a program leaves that is killed.
 */
function keepTemporaryFiles(): void {
  const folder = join(process.env.TEST_HOMES ?? '', 'tmp');
  mkdirSync(folder);
  // For everybody, as the system's: PostgreSQL has its data in it.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
}

/** Builds once before the tests when the sources are newer than the build: spawned tests run what users run. */
export default async function setup(): Promise<() => Promise<void>> {
  const remove = homes();
  await build();
  // Only now: what builds the program keeps a cache beside other temporary files.
  keepTemporaryFiles();
  return remove;
}

async function build(): Promise<void> {
  const built = statSync(join(projectRoot, 'dist/cli.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built > Math.max(newest(join(projectRoot, 'src')), newest(join(projectRoot, 'data'))) && existsSync(join(projectRoot, 'dist')))
    return;
  await execa('npm', ['run', '--silent', 'build'], { cwd: projectRoot, stdout: 'ignore', stderr: 'inherit' });
}

function newest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(...times.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}
