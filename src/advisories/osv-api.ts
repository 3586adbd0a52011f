import { OperationalError } from '../support/errors.js';
import { isObject, own } from '../support/json.js';
import { limits } from '../support/limits.js';
import type { Http } from '../system/http.js';
import { patient, type RetryPolicy } from '../system/retry.js';
import { type OsvRecord, readOsvRecord } from './feeds/osv.js';
import { type JsonRequestContext, requestJson } from './origins/json-request.js';

/** OSV's own service. */
export const OSV_API = 'https://api.osv.dev';
/** Queries of one request (API documentation of `POST /v1/querybatch`). */
const MAX_BATCH = 1000;
/** Pages of one query; each holds up to a thousand ids. */
const MAX_PAGES = 100;
/** Records asked for at the same time. */
const PARALLEL = 8;
const ID = /^[\w.:+~@-]{1,512}$/;

/** One version of a package in a query of the API; `ecosystem` with its release. */
export interface OsvQuery {
  ecosystem: string;
  name: string;
  version: string;
}

export interface OsvApiOptions {
  http: Http;
  /** Absent: OSV's own. */
  baseUrl?: string;
  clock(): number;
  signal?: AbortSignal;
  retry?: RetryPolicy;
  idleTimeoutMs?: number;
}

/**
 * Asks the OSV API which records affect the given versions and fetches each of them whole, sorted by id. Any failure is an
 * OperationalError, because half an answer could look like a clean one.
 */
export async function queryOsv(queries: readonly OsvQuery[], options: OsvApiOptions): Promise<OsvRecord[]> {
  const context: JsonRequestContext = { ...options, policy: options.retry ?? patient, maxBytes: limits.maxFileBytes };
  const base = (options.baseUrl ?? OSV_API).replace(/\/+$/, '');
  const ids = new Set<string>();
  for (let at = 0; at < queries.length; at += MAX_BATCH) {
    for (const id of await queryBatch(queries.slice(at, at + MAX_BATCH), base, context)) ids.add(id);
  }
  return fetchRecords([...ids].sort(), base, context);
}

/** Asks one batch and follows the page tokens of those queries that have more. */
async function queryBatch(queries: readonly OsvQuery[], base: string, context: JsonRequestContext): Promise<Set<string>> {
  const ids = new Set<string>();
  let open = queries.map(bodyOf);
  for (let page = 0; open.length > 0; page++) {
    if (page === MAX_PAGES) throw new OperationalError({ where: base, message: 'the OSV API gives page after page without end' });
    const answer = await requestJson(post(`${base}/v1/querybatch`, { queries: open }), context);
    const results = resultsOf(answer, open.length, base);
    const next: QueryBody[] = [];
    for (const [index, result] of results.entries()) {
      for (const id of idsOf(result, base)) ids.add(id);
      const token = isObject(result) ? own(result, 'next_page_token') : undefined;
      const query = open[index];
      if (query && typeof token === 'string' && token !== '') next.push({ ...query, page_token: token });
    }
    open = next;
  }
  return ids;
}

interface QueryBody {
  package: { ecosystem: string; name: string };
  version: string;
  page_token?: string;
}

function bodyOf({ ecosystem, name, version }: OsvQuery): QueryBody {
  return { package: { ecosystem, name }, version };
}

function post(url: string, body: unknown) {
  return { url, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } as const;
}

/** Results come in the order of the queries, so their number must be the same; otherwise we could not assign them. */
function resultsOf(answer: unknown, count: number, base: string): readonly unknown[] {
  const results = isObject(answer) ? own(answer, 'results') : undefined;
  if (Array.isArray(results) && results.length === count) return results;
  throw new OperationalError({ where: base, message: `the OSV API answered ${count} queries with something else than ${count} results` });
}

function idsOf(result: unknown, base: string): string[] {
  const list = isObject(result) ? own(result, 'vulns') : undefined;
  if (list === undefined || list === null) return [];
  const ids = Array.isArray(list) ? list.map((item) => (isObject(item) ? own(item, 'id') : undefined)) : [undefined];
  return ids.map((id) => {
    if (typeof id === 'string' && ID.test(id)) return id;
    throw new OperationalError({ where: base, message: 'the OSV API named a record without a usable id' });
  });
}

async function fetchRecords(ids: readonly string[], base: string, context: JsonRequestContext): Promise<OsvRecord[]> {
  const records: OsvRecord[] = [];
  for (let at = 0; at < ids.length; at += PARALLEL) {
    const group = ids.slice(at, at + PARALLEL).map(async (id) => {
      const url = `${base}/v1/vulns/${encodeURIComponent(id)}`;
      return readOsvRecord(await requestJson({ url }, { ...context, maxBytes: limits.maxAdvisoryBytes }), id);
    });
    records.push(...(await Promise.all(group)));
  }
  return records;
}
