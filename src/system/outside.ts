import type { Fetch } from './fetch.js';
import type { AuthoritiesOf } from './guarded-connector.js';

/** What lies outside of this machine and of the network that it stands in. */
export interface Outside {
  /** True for a host whose address is outside. */
  holds(host: string): Promise<boolean>;
  /** Connects to addresses outside only. */
  fetch: Fetch;
}

/** @param believed Authorities beside those that everybody believes; asked for with the first request. */
export function lazyOutside(
  environment: Readonly<Record<string, string | undefined>>,
  believed: () => Promise<AuthoritiesOf> | undefined = () => undefined,
): Outside {
  let made: Promise<Outside> | undefined;
  const outside = () => {
    made ??= outsideOf(environment, believed);
    return made;
  };
  return {
    holds: async (host) => (await outside()).holds(host),
    fetch: async (url, init) => (await outside()).fetch(url, init),
  };
}

async function outsideOf(
  environment: Readonly<Record<string, string | undefined>>,
  believed: () => Promise<AuthoritiesOf> | undefined,
): Promise<Outside> {
  const [{ createFetch }, { NotAllowed, OutboundPolicy }] = await Promise.all([import('./fetch.js'), import('./outbound-policy.js')]);
  const policy = new OutboundPolicy();
  return {
    async holds(host) {
      try {
        await policy.resolve(host);
        return true;
      } catch (error) {
        // Behind a proxy a name of the world outside may have no address here.
        return !(error instanceof NotAllowed) && !/(?:^|\.)(?:localhost|internal|local)\.?$/i.test(host);
      }
    },
    fetch: createFetch(environment, policy, await believed()),
  };
}
