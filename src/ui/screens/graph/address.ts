import { useMemo } from 'preact/hooks';
import { useAddress } from '../../app/address.js';

/** `of`: what is shown; without it an exposure path. `node`: what is chosen. `grow`, `hide`: lists. */
const NAMES = ['view', 'of', 'path', 'node', 'from', 'until', 'grow', 'hide', 'severity', 'source_id', 'find'] as const;
type Name = (typeof NAMES)[number];

export type GraphChange = { [name in Name]?: string | undefined };

/** The state of the graph's screen: all of it is in the address. */
export function useGraphAddress() {
  const { values, change, to } = useAddress(NAMES);
  const { grow = '', hide = '' } = values;
  const lists = useMemo(() => ({ grow: listOf(grow), hide: new Set(listOf(hide)) }), [grow, hide]);
  return { ...values, ...lists, change, to };
}

export type GraphAddress = ReturnType<typeof useGraphAddress>;

/** Ids of nodes may hold any sign, so each is encoded. */
export function asList(ids: Iterable<string>): string | undefined {
  return [...ids].map(encodeURIComponent).join(',') || undefined;
}

function listOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(',').map(decoded);
}

/** An address that somebody mistyped is no failure of the page. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Another base of the picture: what had been grown and chosen on the old one goes. */
export function fresh(change: GraphChange): GraphChange {
  return {
    of: undefined,
    path: undefined,
    from: undefined,
    until: undefined,
    grow: undefined,
    node: undefined,
    find: undefined,
    ...change,
  };
}
