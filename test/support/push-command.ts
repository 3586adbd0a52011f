import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import * as push from '../../src/cli/commands/push.js';
import type { CommandResult } from './run-command.js';
import { runCommand } from './run-command.js';
import { temporaryFolder } from './spawn-cli.js';

// In the shape of a key of ours; none was ever issued.
export const KEY = `svc_01HZZZZZZZZZ_${'k3yB0dy'.repeat(6)}x_9f8e`;

export const SARIF = JSON.stringify({ version: '2.1.0', runs: [] });

/** A folder with a file to push and a key that only this user may read. */
export function pushFolder(content: string | Uint8Array = SARIF, key = KEY): { path: string; keyFile: string; file: string } {
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  const [keyFile, file] = [join(folder.path, 'key'), join(folder.path, 'result')];
  writeFileSync(keyFile, `${key}\n`, { mode: 0o600 });
  chmodSync(keyFile, 0o600);
  writeFileSync(file, content);
  return { path: folder.path, keyFile, file };
}

/** `castellan push` of one small file, in this process. */
export function pushTo(
  controlPlane: string,
  flags: Record<string, unknown> = {},
  content?: string | Uint8Array,
  key?: string,
): Promise<CommandResult> {
  const { keyFile, file, path } = pushFolder(content, key);
  return runCommand(push, [file], { controlPlane, keyFile, retryFor: '0s', ...flags }, path);
}
