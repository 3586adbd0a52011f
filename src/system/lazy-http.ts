import type { Http } from './http.js';
import type { OutboundPolicy } from './outbound-policy.js';

/** A client whose library loads with the first request. With a policy it connects only where that says. */
export function lazyHttp(environment: NodeJS.ProcessEnv, policy?: OutboundPolicy): Http {
  let client: Promise<Http> | undefined;
  return {
    async send(request) {
      client ??= import('./undici-http.js').then((module) => module.createHttp(environment, policy));
      return (await client).send(request);
    },
  };
}
