import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from './programs.js';
import { programPath, temporaryFolder } from './spawn-cli.js';

/** A `castellan serve` of its own, as a user would start it. */
export interface ServeProcess {
  url: string;
  /** The admin key that a first start shows. */
  key: string;
  child: ChildProcess;
  stderr(): string;
  /** Code, or the signal that ended it. */
  ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
}

export interface ServeStart {
  args?: readonly string[];
  env?: Record<string, string>;
  /** Data folder; the caller removes it. */
  home: string;
  /** Whether to wait for the key of a first start; absent: when there is no SQLite file yet. */
  firstStart?: boolean;
}

/** Starts it on any free port; rejects with what it said when it ends before it serves. */
export function startServe({ args = [], env = {}, home, firstStart }: ServeStart): Promise<ServeProcess> {
  const child = spawn(process.execPath, [programPath, 'serve', '--port', '0', '--workers', '0', ...args], {
    env: { SERVICE_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  const fresh =
    firstStart ?? (!existsSync(join(home, 'control-plane.db')) && env.SERVICE_DATABASE_URL === undefined && !args.includes('--host'));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<number | string>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')));
  return new Promise((resolve, reject) => {
    void ended.then((code) => reject(new Error(`ended with ${code}: ${err}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const url = /serves (http:\S+)/.exec(out)?.[1];
      const key = /^ {2}(svc_\S+)$/m.exec(out)?.[1];
      if (url !== undefined && (key !== undefined || !fresh)) {
        resolve({ url, key: key ?? '', child, ended, stderr: () => err, kill: (signal) => void child.kill(signal) });
      }
    });
  });
}

/** Ends what a test left running, and removes its folder. */
export function serveFolder(): { path: string; started: ServeProcess[]; dispose(): Promise<void> } {
  const folder = temporaryFolder();
  const started: ServeProcess[] = [];
  return {
    path: folder.path,
    started,
    async dispose() {
      for (const { child, ended } of started) {
        child.kill('SIGKILL');
        await ended;
      }
      folder.dispose();
    },
  };
}
