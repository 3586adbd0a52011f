import type { Fetch } from './fetch.js';
import type { AuthoritiesOf } from './guarded-connector.js';
import type { Http } from './http.js';
import type { OutboundPolicy } from './outbound-policy.js';

/** A client that loads its library with the first request; otherwise as `createHttp`. */
export function lazyHttp(environment: NodeJS.ProcessEnv, policy?: OutboundPolicy, authorities?: readonly string[]): Http {
  let client: Promise<Http> | undefined;
  return {
    async send(request) {
      client ??= import('./undici-http.js').then((module) => module.createHttp(environment, policy, authorities));
      return (await client).send(request);
    },
  };
}

/** As `createFetch`, with its library loaded by the first request. */
export function lazyFetch(
  environment: Readonly<Record<string, string | undefined>>,
  policy?: OutboundPolicy,
  believed?: () => Promise<AuthoritiesOf>,
): Fetch {
  let made: Promise<Fetch> | undefined;
  return async (url, init) => {
    made ??= import('./fetch.js').then(async ({ createFetch }) => createFetch(environment, policy, await believed?.()));
    return (await made)(url, init);
  };
}
