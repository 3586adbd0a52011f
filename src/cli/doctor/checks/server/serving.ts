import { type Check, notAsked } from '../../check.js';
import { serverOptions } from '../../server-options.js';

export const serving: Check = {
  id: 'serving',
  about: 'whether a service answers on the address of these settings, and is ready',
  of: 'server',
  async run(ground) {
    const { host, port } = serverOptions(ground);
    if (!ground.http) return notAsked;
    const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
    const base = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
    const answer = await ground.http.send({ url: `${base}/readyz`, idleTimeoutMs: 5_000, signal: ground.signal }).catch(() => undefined);
    if (!answer) return { state: 'note', text: `nothing answers at ${base}`, fix: 'castellan serve' };
    let text = '';
    for await (const chunk of answer.body) if (text.length < 4_096) text += Buffer.from(chunk).toString('utf8');
    if (answer.status === 200) return { state: 'ok', text: `${base} is ready` };
    return {
      state: 'fail',
      text: `${base}/readyz answers with status ${answer.status}: ${text.slice(0, 200)}`,
      fix: `curl -s ${base}/readyz`,
    };
  },
};
