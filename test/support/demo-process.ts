import { request } from 'node:http';
import { spawn } from './programs.js';
import { programPath } from './spawn-cli.js';

/** A `castellan serve --demo`, as a user would start it. */
export interface DemoProcess {
  url: string;
  /** The link that signs in. */
  link: string;
  out: string;
  /** Keys for other roles, by role. */
  keys: Record<string, string>;
  stop(): Promise<number | string>;
}

/** Starts it on any free port; rejects with what it said when it ends before it serves. */
export function startDemo(args: readonly string[], env: Record<string, string> = {}): Promise<DemoProcess> {
  const child = spawn(process.execPath, [programPath, 'serve', '--demo', '--port', '0', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<number | string>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((resolve, reject) => {
    void ended.then((code) => reject(new Error(`ended with ${code}: ${err}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const url = /serves (http:\S+),/.exec(out)?.[1];
      const link = /^ {2}(http:\S+)$/m.exec(out)?.[1];
      const keys = Object.fromEntries([...out.matchAll(/^ {2}(\w+) +(svc_\S+)$/gm)].map(([, role = '', key = '']) => [role, key]));
      if (url !== undefined && link !== undefined && out.includes('Ctrl-C')) resolve({ url, link, out, keys, stop });
    });
  });
}

export interface Followed {
  status: number;
  location: string | undefined;
  cookie: string;
  body: string;
}

/** Asks for a link as a browser does, without going on. */
export function follow(link: string, { method = 'GET', host }: { method?: string; host?: string } = {}): Promise<Followed> {
  return new Promise((resolve, reject) => {
    const asked = request(link, { method, ...(host !== undefined && { headers: { host } }) }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      answer.once('end', () => {
        const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, cookie, body });
      });
    });
    asked.once('error', reject);
    asked.end();
  });
}
