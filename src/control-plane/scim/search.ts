import { listOf, MAX_RESULTS } from './discovery.js';
import { keyOf, parseFilter, passes, type ScimFilter } from './filter.js';

/** The parameters of a list (RFC 7644 section 3.4.2). */
export interface Search {
  filter?: string | undefined;
  /** 1-based. */
  startIndex?: number | undefined;
  count?: number | undefined;
}

/** The requested attributes. */
export interface ResourceSearch {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

/** A source of resources that is read page by page. */
export interface ResourcePages<R> {
  count(): Promise<number>;
  page(offset: number, limit: number): Promise<R[]>;
  /** The rows that an index finds for a filter, if one does; the filter is still applied to them. */
  direct(filter: ScimFilter): Promise<R[]> | undefined;
  shown(rows: readonly R[]): Promise<Record<string, unknown>[]>;
}

const DEFAULT_COUNT = 100;
const BATCH = 500;

/** A page of the resources that match the filter, in the order of their creation. */
export async function search<R>(pages: ResourcePages<R>, { filter, startIndex = 1, count = DEFAULT_COUNT }: Search, shape: ResourceSearch) {
  const first = Math.max(1, startIndex);
  const limit = Math.min(MAX_RESULTS, Math.max(0, count));
  if (filter === undefined) {
    const rows = limit === 0 ? [] : await pages.page(first - 1, limit);
    return listOf(
      (await pages.shown(rows)).map((one) => shaped(one, shape)),
      await pages.count(),
      first,
    );
  }
  const hits = await matching(pages, parseFilter(filter));
  return listOf(
    hits.slice(first - 1, first - 1 + limit).map((one) => shaped(one, shape)),
    hits.length,
    first,
  );
}

async function matching<R>(pages: ResourcePages<R>, filter: ScimFilter): Promise<Record<string, unknown>[]> {
  const direct = await pages.direct(filter);
  if (direct) return (await pages.shown(direct)).filter((one) => passes(filter, one));
  const hits: Record<string, unknown>[] = [];
  for (let offset = 0; ; offset += BATCH) {
    const rows = await pages.page(offset, BATCH);
    for (const one of await pages.shown(rows)) if (passes(filter, one)) hits.push(one);
    if (rows.length < BATCH) return hits;
  }
}

const ALWAYS = new Set(['id', 'schemas']);

/** A resource reduced to the requested attributes (RFC 7644 section 3.9); `id` and `schemas` are always included. */
export function shaped(resource: Record<string, unknown>, { attributes, excludedAttributes }: ResourceSearch): Record<string, unknown> {
  const wanted = namesOf(attributes);
  const unwanted = namesOf(excludedAttributes);
  if (wanted.length === 0 && unwanted.length === 0) return resource;
  const keys = (names: readonly string[]) => new Set(names.map((name) => keyOf(resource, name)));
  const [inside, outside] = [keys(wanted), keys(unwanted)];
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => ALWAYS.has(key) || (wanted.length > 0 ? inside.has(key) : !outside.has(key))),
  );
}

/** Top-level names of a list such as `userName,name.familyName`. */
function namesOf(list = ''): string[] {
  return list
    .split(',')
    .map((name) => name.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:\w+:/i, ''))
    .filter((name) => name !== '')
    .map((name) => (name.startsWith('urn:') ? name : (name.split('.')[0] ?? name)));
}
