import { useAsk } from '../../client/queries.js';

/** Whether the tenant has no source at all, so that there is nothing to show anywhere; undefined until that is known. */
export function useIsEmpty(): boolean | undefined {
  const { data } = useAsk('listSources', { query: { limit: 1 } });
  return data && data.items.length === 0;
}
