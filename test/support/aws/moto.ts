import { createServer } from 'node:net';
import { spawn } from '../programs.js';

/** AWS as somebody else imitates it (https://docs.getmoto.org). */
export interface Moto {
  url: string;
  close(): void;
}

const TRIES = 150;

/** Undefined where it is not installed: `pip install 'moto[server]'` puts `moto_server` on the path. */
export async function startMoto(): Promise<Moto | undefined> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  let ended = false;
  child.once('error', () => {
    ended = true;
  });
  child.once('exit', () => {
    ended = true;
  });
  for (let tries = 0; tries < TRIES && !ended; tries++) {
    const answers = await fetch(`${url}/moto-api/data.json`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return { url, close: () => child.kill() };
    await new Promise((done) => setTimeout(done, 200));
  }
  child.kill();
  return undefined;
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
