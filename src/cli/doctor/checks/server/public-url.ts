import { describe } from '../../../../support/errors.js';
import { isLoopback } from '../../../../system/address-list.js';
import { type Check, notAsked } from '../../check.js';
import { pasted } from '../../pasted.js';
import { serverOptions } from '../../server-options.js';

export const publicUrl: Check = {
  id: 'public-url',
  about: 'the address that users reach the service at answers over TLS, with HSTS',
  of: 'server',
  async run(ground) {
    const { publicUrl: address, host } = serverOptions(ground);
    if (address === undefined)
      return isLoopback(host)
        ? { state: 'ok', text: 'none is set; the service is for this machine alone' }
        : {
            state: 'warn',
            text: 'none is set: links in tickets lead nowhere',
            fix: 'export SERVICE_PUBLIC_URL=https://castellan.example.com',
          };
    if (!address.startsWith('https:') && !isLoopback(new URL(address).hostname))
      return {
        state: 'fail',
        text: `${address} is not https://`,
        fix: `export SERVICE_PUBLIC_URL=${pasted(address.replace(/^http:/, 'https:'))}`,
      };
    if (!ground.http) return notAsked;
    const fix = `curl -i ${pasted(`${address}/healthz`)}`;
    try {
      const { status, headers, body } = await ground.http.send({
        url: `${address}/healthz`,
        redirects: 'return',
        idleTimeoutMs: 5_000,
        signal: ground.signal,
      });
      for await (const _ of body);
      if (status !== 200) return { state: 'fail', text: `${address}/healthz answers with status ${status}`, fix };
      const hasHsts = headers['strict-transport-security'] !== undefined;
      return hasHsts
        ? { state: 'ok', text: `${address} answers, with HSTS` }
        : { state: 'warn', text: `${address} answers without Strict-Transport-Security: the proxy before it drops the header`, fix };
    } catch (error) {
      return { state: 'fail', text: describe(error).split('\n', 1)[0] ?? '', fix };
    }
  },
};
