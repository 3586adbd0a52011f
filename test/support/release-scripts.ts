import { join } from 'node:path';
import { spawnSync } from './programs.js';
import { projectRoot } from './spawn-cli.js';

const TSX = join(projectRoot, 'node_modules/tsx/dist/cli.mjs');

/** Runs `tsx scripts/release/NAME.ts ARGS`, as the release does. */
export function releaseScript(
  name: string,
  args: readonly string[],
  { cwd = projectRoot, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  return spawnSync(process.execPath, [TSX, join(projectRoot, `scripts/release/${name}.ts`), ...args], { cwd, env, encoding: 'utf8' });
}
