import { authenticate } from '../../src/control-plane/auth/authenticate.js';
import type { Presented } from '../../src/control-plane/auth/authenticator.js';
import { openTestPlane } from '../../test/support/control-plane.js';
import type { Measure } from './measure.js';

const ROUNDS = 20_000;
const KEYS = 500;

/** CPU time of saying who asks, on SQLite beside some hundred other keys: for a key, and for a session's cookie. */
export async function measureAuthentication(): Promise<Measure[]> {
  const at = await openTestPlane();
  try {
    const keys: string[] = [];
    for (let count = 0; count < KEYS; count++) keys.push(await at.key('acme'));
    const host = 'localhost:8422';
    const opened = await at.ask('POST', '/v1/auth/session', { body: { api_key: keys[0] }, headers: { host } });
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    const ask = (headers: Record<string, string>): Presented => ({ method: 'GET', headers, peer: '127.0.0.1' });
    const bearer = (turn: number) => ask({ authorization: `Bearer ${keys[turn % KEYS]}` });
    const measure = async (make: (turn: number) => Presented): Promise<number> => {
      for (let turn = 0; turn < KEYS; turn++) await authenticate(make(turn), at.plane);
      const before = process.cpuUsage();
      for (let turn = 0; turn < ROUNDS; turn++) await authenticate(make(turn), at.plane);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000 / ROUNDS;
    };
    return [
      { name: 'authentication by API key, CPU', value: await measure(bearer), unit: 'ms', aim: 0.1 },
      { name: 'authentication by session, CPU', value: await measure(() => ask({ host, cookie })), unit: 'ms', aim: 0.1 },
    ];
  } finally {
    await at.close();
  }
}
