import type { Http } from './http.js';

/** A client whose library loads with the first request. */
export function lazyHttp(environment: NodeJS.ProcessEnv): Http {
  let client: Promise<Http> | undefined;
  return {
    async send(request) {
      client ??= import('./undici-http.js').then((module) => module.createHttp(environment));
      return (await client).send(request);
    },
  };
}
