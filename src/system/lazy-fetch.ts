import type { Fetch } from './fetch.js';
import type { OutboundPolicy } from './outbound-policy.js';

/** As `createFetch`, with its library loaded by the first request. */
export function lazyFetch(environment: Readonly<Record<string, string | undefined>>, policy?: OutboundPolicy): Fetch {
  let made: Promise<Fetch> | undefined;
  return async (url, init) => {
    made ??= import('./fetch.js').then(({ createFetch }) => createFetch(environment, policy));
    return (await made)(url, init);
  };
}
