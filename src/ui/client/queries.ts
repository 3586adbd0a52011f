import {
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { type Answer, type CallOptions, call, type Input, type Operation } from './call.js';
import { Problem } from './problem.js';

/** Failures that pass by themselves; all others are shown at once. */
function passes(error: unknown): boolean {
  return error instanceof Problem && [0, 429, 502, 503, 504].includes(error.status);
}

const TRIES = 3;

/** The cache of answers: one for the page's life. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => passes(error) && count < TRIES,
        retryDelay: (count, error) => (error instanceof Problem && error.retryAfter ? error.retryAfter * 1000 : 500 * 2 ** count),
      },
      mutations: { retry: false },
    },
  });
}

interface AskOptions {
  /** False: not asked yet. */
  enabled?: boolean;
  /** Milliseconds between repeated questions, at least 10 000; where the API has a stream, follow that instead. */
  every?: number;
  /** Keeps showing the last answer while the next one, to other filters, is under way. */
  keep?: boolean;
}

/** Asks an operation that reads. Answers of one operation lie under its id in the cache: `refresh` takes these. */
export function useAsk<O extends Operation>(
  operation: O,
  input: Input<O>,
  { enabled = true, every, keep = false }: AskOptions = {},
): UseQueryResult<Answer<O>, Problem> {
  return useQuery<Answer<O>, Problem>({
    queryKey: [operation, input],
    queryFn: ({ signal }) => call(operation, input, { signal }),
    enabled,
    ...(every !== undefined && { refetchInterval: Math.max(10_000, every) }),
    ...(keep && { placeholderData: keepPreviousData }),
  });
}

/** As `useAsk`, the same operation for each of some inputs. */
export function useAskEach<O extends Operation>(operation: O, inputs: readonly Input<O>[]): UseQueryResult<Answer<O>, Problem>[] {
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: [operation, input],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(operation, input, { signal }),
    })),
  });
}

/** Operations whose answer is a page of a list. */
export type Listing = { [O in Operation]: Answer<O> extends { items: unknown[]; next_cursor: string | null } ? O : never }[Operation];

export type Item<O extends Listing> = Answer<O> extends { items: (infer T)[] } ? T : never;

export interface Rows<T> {
  rows: readonly T[];
  /** How many there are, where the API says so. */
  total: number | undefined;
  query: UseInfiniteQueryResult<unknown, Problem>;
  /** Loads the next page, if there is one and none is being loaded. */
  more(): void;
}

type PageOf<O extends Listing> = { items: Item<O>[]; next_cursor: string | null; total?: number };

/** Asks a list page by page, by the cursors of the API. */
export function useRows<O extends Listing>(
  operation: O,
  input: Input<O>,
  { enabled = true, every }: Pick<AskOptions, 'enabled' | 'every'> = {},
): Rows<Item<O>> {
  type Page = PageOf<O>;
  const query = useInfiniteQuery({
    queryKey: [operation, 'rows', input],
    queryFn: async ({ signal, pageParam }): Promise<Page> => {
      const { query: filters }: { query?: object | undefined } = input;
      const asked = { ...input, query: { limit: 100, ...filters, ...(pageParam !== '' && { cursor: pageParam }) } };
      return (await call(operation, asked as Input<O>, { signal })) as unknown as Page;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    // Comparing all pages with those before takes longer the more there are; a page is shown anew whole.
    structuralSharing: false,
    // A list of many pages would ask for all of them whenever its tab is looked at.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) < 3,
    enabled,
    ...(every !== undefined && { refetchInterval: Math.max(10_000, every) }),
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  // Asking again after a page that failed asks for that page, not for all before it.
  const asked = query.isFetchNextPageError ? { ...query, refetch: query.fetchNextPage } : query;
  return {
    rows,
    total: pages?.[0]?.total,
    query: asked as UseInfiniteQueryResult<unknown, Problem>,
    more: () => {
      if (query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError) query.fetchNextPage();
    },
  };
}

/**
 * Changes rows of a list where they are shown, after the API has said what became of them: they keep their places, and the list is
 * asked anew when it is next opened.
 */
export function useAmend<O extends Listing>(operation: O): (change: (row: Item<O>) => Item<O>) => void {
  const client = useQueryClient();
  return (change) => {
    const queryKey = [operation, 'rows'];
    client.setQueriesData<InfiniteData<PageOf<O>>>(
      { queryKey },
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
    );
    client.invalidateQueries({ queryKey, refetchType: 'none' });
  };
}

/**
 * An operation that changes something. When it has succeeded, `touches` (operations that read what it changed) are asked anew
 * wherever they are shown.
 */
export function useChange<O extends Operation>(
  operation: O,
  touches: readonly Operation[],
  options: Pick<CallOptions, 'once'> = {},
): UseMutationResult<Answer<O>, Problem, Input<O>> {
  const refresh = useRefresh();
  return useMutation<Answer<O>, Problem, Input<O>>({
    mutationFn: (input) => call(operation, input, options),
    onSuccess: () => refresh(touches),
  });
}

/** Asks operations anew wherever their answers are shown. */
export function useRefresh(): (operations: readonly Operation[]) => Promise<void> {
  const client = useQueryClient();
  return async (operations) => {
    await Promise.all(operations.map((operation) => client.invalidateQueries({ queryKey: [operation] })));
  };
}
