import type { Fetch } from '../../system/fetch.js';
import type { ByteBudget } from './byte-budget.js';

/** A `fetch` whose responses count against a budget: a body that exceeds it is aborted. */
export function boundedFetch(fetch: Fetch, budget: ByteBudget, onExcess: (error: unknown) => void): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          try {
            budget.spend(chunk.byteLength);
            controller.enqueue(chunk);
          } catch (error) {
            onExcess(error);
            controller.error(error);
          }
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
}
