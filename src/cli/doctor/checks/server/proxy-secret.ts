import type { Check } from '../../check.js';
import { serverOptions } from '../../server-options.js';

/** Different bytes that a random secret of 32 bytes has at least, in hex or base64. */
const LEAST_DIFFERENT = 8;

export const proxySecret: Check = {
  id: 'proxy-secret',
  about: 'the secret of the trusted proxy is long and not made up by hand; its peers are named',
  of: 'server',
  run(ground) {
    const { trustedProxy } = serverOptions(ground);
    if (!trustedProxy) return { state: 'ok', text: 'no proxy is trusted' };
    const { secret, peers } = trustedProxy;
    const length = Buffer.byteLength(secret);
    if (new Set(secret).size < LEAST_DIFFERENT)
      return {
        state: 'fail',
        text: `${length} bytes, but hardly any two differ`,
        fix: 'openssl rand -hex 32 > proxy.secret && chmod 600 proxy.secret',
      };
    if (peers.length > 0) return { state: 'ok', text: `${length} bytes, taken from ${peers.join(', ')} only` };
    return {
      state: 'warn',
      text: `${length} bytes, taken from any address that reaches the port`,
      fix: 'export SERVICE_PROXY_PEERS=10.0.0.0/8',
    };
  },
};
