import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from './programs.js';

export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const programPath = join(projectRoot, 'bin/castellan.cjs');

export interface RunResult {
  code: number;
  stdout: string;
  stderr: string;
  /** Last line of stderr that is not empty. */
  last: string;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  input?: string | Uint8Array;
  /** Keeps the line that names the spare SQLite driver; left out otherwise, so that tests hold on machines that have only that one. */
  driverNotice?: boolean;
}

export const DRIVER_NOTICE = /^using the SQLite driver .*\n/m;

/** Runs the built program as a user would, with an empty home of its own (unless `env` says otherwise) and a fixed time. */
export async function castellan(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const result = await execa(process.execPath, [programPath, ...args], {
    cwd: options.cwd ?? projectRoot,
    env: { SOURCE_DATE_EPOCH: '1767225600', ...options.env },
    reject: false,
    stripFinalNewline: false,
    maxBuffer: 200_000_000,
    ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
  });
  const said = String(result.stderr);
  const stderr = options.driverNotice ? said : said.replace(DRIVER_NOTICE, '');
  return { code: result.exitCode ?? 128, stdout: String(result.stdout), stderr, last: stderr.trimEnd().split('\n').at(-1) ?? '' };
}

/** A temporary folder that the test removes with `dispose`. */
export function temporaryFolder(): { path: string; dispose(): void } {
  const path = mkdtempSync(join(tmpdir(), 'castellan-test-'));
  return { path, dispose: () => rmSync(path, { recursive: true, force: true }) };
}
