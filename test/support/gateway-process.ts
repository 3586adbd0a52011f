import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawn } from './programs.js';
import { programPath } from './spawn-cli.js';

/** A `castellan proxy --listen` of its own, as a user would start it. */
export interface GatewayProcess {
  url: string;
  /** Data folder. */
  home: string;
  child: ChildProcessWithoutNullStreams;
  stderr(): string;
  /** Address of one upstream. */
  at(upstream: string): URL;
  ended: Promise<number | string>;
  stop(signal?: NodeJS.Signals): Promise<number | string>;
}

export interface GatewayStart {
  /** Content of the upstreams file. */
  upstreams: object | string;
  args?: readonly string[];
  env?: Record<string, string>;
  listen?: string;
}

/** Starts it on any free port; rejects with what it said when it ends before it listens. */
export function startGateway({ upstreams, args = [], env = {}, listen = '127.0.0.1:0' }: GatewayStart): Promise<GatewayProcess> {
  const home = mkdtempSync(join(tmpdir(), 'castellan-gateway-'));
  const file = join(home, 'upstreams.json');
  writeFileSync(file, typeof upstreams === 'string' ? upstreams : JSON.stringify(upstreams));
  const words = [programPath, 'proxy', '--listen', listen, '--upstreams', file, ...args];
  const child = spawn(process.execPath, words, { cwd: home, env: { SERVICE_HOME: home, ...env }, stdio: 'pipe' });
  child.stdout.resume();
  let err = '';
  const ended = new Promise<number | string>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')));
  return new Promise((resolve, reject) => {
    void ended.then((code) => reject(new Error(`ended with ${code}: ${err}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
      const url = /is at (http:\S+?)\/mcp\//.exec(err)?.[1];
      if (url === undefined) return;
      const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
        child.kill(signal);
        return ended;
      };
      resolve({ url, home, child, ended, stderr: () => err, at: (name) => new URL(`${url}/mcp/${name}`), stop });
    });
  });
}

const require = createRequire(import.meta.url);

/** The command of a published reference server. */
export function referenceServer(name: 'everything' | 'filesystem' | 'memory', ...args: string[]): { command: string; args: string[] } {
  const file = require.resolve(`@modelcontextprotocol/server-${name}/package.json`);
  return { command: process.execPath, args: [join(dirname(file), 'dist/index.js'), ...args] };
}
