import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { projectRoot } from './spawn-cli.js';

/** Builds once before the tests when the sources are newer than the build: spawned tests run what users run. */
export default async function setup(): Promise<void> {
  const built = statSync(join(projectRoot, 'dist/cli.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built > newest(join(projectRoot, 'src')) && existsSync(join(projectRoot, 'dist'))) return;
  await execa('npm', ['run', '--silent', 'build'], { cwd: projectRoot, stdout: 'ignore', stderr: 'inherit' });
}

function newest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(...times.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}
