import { spawnSync } from './programs.js';
import { programPath, projectRoot, type RunResult } from './spawn-cli.js';

/** Mounts of a program's own, which nobody else sees and which end with it. They need no rights where the system allows user namespaces. */
const APART = ['--user', '--map-root-user', '--mount'];

/** False where this system lets a program mount nothing of its own; a test says so and is skipped. */
export function canMount(): boolean {
  return spawnSync('unshare', [...APART, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0;
}

const HOMES = {
  'read-only': 'mount -t tmpfs tmpfs "$H" && cp -R "$S/." "$H" && mount -o remount,ro "$H"',
  full: 'mount -t tmpfs -o size=256k tmpfs "$H" && cp -R "$S/." "$H" && { head -c 1M /dev/zero > "$H/fill" 2>/dev/null; true; }',
} as const;

/** Runs the program with `folder` (which must be there) as a read-only or full file system of its own, with the files of `seed` in it. */
export function castellanIn(
  kind: keyof typeof HOMES,
  { folder, seed, cwd = projectRoot, env = {} }: { folder: string; seed: string; cwd?: string; env?: Record<string, string> },
  args: readonly string[],
): RunResult {
  const script = `H="$1" S="$2"; shift 2; ${HOMES[kind]} && exec "$@"`;
  const command = [...APART, 'sh', '-c', script, 'sh', folder, seed, process.execPath, programPath, ...args];
  const { status, stdout, stderr } = spawnSync('unshare', command, {
    cwd,
    env: { HOME: folder, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: status ?? 128, stdout, stderr, last: stderr.trimEnd().split('\n').at(-1) ?? '' };
}
