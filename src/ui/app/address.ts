import { useCallback } from 'preact/hooks';
import { useLocation } from 'preact-iso';

/** A change of the address's parameters: undefined or empty takes one away. */
export type Change<K extends string> = { [name in K]?: string | undefined };

/** A parameter that is yes or no; anything else says neither. */
export function flagIn(value: string | undefined): 'true' | 'false' | undefined {
  return value === 'true' || value === 'false' ? value : undefined;
}

interface Address<K extends string> {
  /** The parameters that are in the address. */
  values: { readonly [name in K]?: string };
  /** Changes parameters. `replace` makes no step for the browser's Back, as for typing in a search field. */
  change(change: Change<K>, how?: 'push' | 'replace'): void;
  /** The address after a change, for a link. */
  to(change: Change<K>): string;
}

/** The state of a screen that is in its address: it outlives a reload and can be sent to a colleague. */
export function useAddress<const K extends string>(names: readonly K[]): Address<K> {
  const { path, query, route } = useLocation();
  const values: { [name in K]?: string } = {};
  for (const name of names) if (query[name] !== undefined && query[name] !== '') values[name] = query[name];
  const to = useCallback(
    (change: Change<K>) => {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries<string | undefined>(change)) {
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
      return next.size === 0 ? path : `${path}?${next}`;
    },
    [path],
  );
  return { values, to, change: (change, how = 'push') => route(to(change), how === 'replace') };
}
