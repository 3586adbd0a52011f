import { spawnSync } from 'node:child_process';

/** Starts a program and gives what it printed. Throws when it does not end with 0; its errors go to our own stderr. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; codes?: readonly number[] } = {},
): string {
  const { codes = [0], ...rest } = options;
  const done = spawnSync(command, [...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm is a script there.
    shell: process.platform === 'win32' && command === 'npm',
    ...rest,
  });
  if (done.error || !codes.includes(done.status ?? -1))
    throw new Error(`${command} ${args.slice(0, 3).join(' ')} failed: ${done.error?.message ?? `exit code ${done.status}`}`);
  return done.stdout;
}
