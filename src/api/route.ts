import type { z } from 'zod';
import { type Role, roles } from '../model/role.js';

export { type Role, roles };

/** The scopes of API keys. A scope narrows what the key's role allows. */
export const scopes = ['read', 'policy:read', 'scan', 'ingest', 'admin'] as const;
export type KeyScope = (typeof scopes)[number];

/** True when one of the scopes includes `scope`: `read` includes `policy:read`. */
export function grantsScope(held: readonly KeyScope[], scope: KeyScope): boolean {
  return held.includes(scope) || (scope === 'policy:read' && held.includes('read'));
}

/**
 * One route as data. The HTTP route, its authorisation, the OpenAPI document, the docs and generated tests are derived
 * from it.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In OpenAPI form: `/v1/sources/{source_id}`. */
  path: string;
  /** One line in the imperative, without a full stop. */
  summary: string;
  /** The least role that may call it; `open` answers without a credential. */
  role: Role | 'open';
  /** The scope that an API key needs. */
  scope: KeyScope;
  /** Audit event `<target>.<verb>` that every success writes. */
  audit?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Schema of the JSON answer; checked in tests, not in production. */
  response?: z.ZodType;
  /**
   * How texts of the body that look like secrets are handled. Absent: refused. `pushed`: redacted, because tools write
   * them. A list of fields (`a.b`, without list indexes): in these, only texts with the shape of a provider's key are
   * refused.
   */
  texts?: 'pushed' | readonly string[];
  /** Status of a success. */
  status: 200 | 201 | 202 | 204 | 302 | 303;
  /** A second kind of success that a request can ask for. */
  alsoAnswers?: { status: 201; response: z.ZodType };
  /** The answer has an `ETag`; a caller that has the same version gets 304. */
  conditional?: true;
  /** Media type of an answer that has no schema (exports, event streams, pages). */
  produces?: string;
  /** Other media types that the query can ask for. */
  alsoProduces?: readonly string[];
  /** Media type of a body that is not JSON. */
  consumes?: string;
  /** Whether the header `Idempotency-Key` may or must be sent. */
  idempotency?: 'accepted' | 'required';
  /** In bytes, where it differs from the server's own limit. */
  bodyLimit?: number;
  /** Statuses of failure that `failureStatuses` cannot derive from the route's other fields. */
  errors?: readonly (401 | 403 | 404 | 409 | 413 | 502)[];
  /** Token bucket of the route. Absent: `read` for routes that read, `write` for all others. */
  rate?: 'session';
  /** Answers programs on the same machine without a credential, where the operator allows it. */
  local?: true;
  /** Errors have the body and media type of RFC 7644. */
  scim?: true;
}

export type RouteTable = Readonly<Record<string, Route>>;

/** Keeps the literal types of a table, and checks it. */
export function routeTable<const T extends RouteTable>(table: T): T {
  return table;
}

/** True when `role` is at least `least`. */
export function allows(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** Statuses that any request can get before a route handles it, or independently of the route. */
const EVERYWHERE = [400, 405, 408, 414, 429, 431, 500, 503] as const;

/** Every status of failure that the route may answer, ascending. */
export function failureStatuses(route: Route): number[] {
  const statuses = [
    ...EVERYWHERE,
    ...(route.role === 'open' ? [] : [401, 403]),
    // The server reads a body wherever one may be sent, also for routes that take none.
    ...(route.method === 'GET' ? [] : [413, 415]),
    // RFC 7644 section 3.12 answers 400 to an invalid body.
    ...(route.method === 'GET' || route.scim ? [] : [422]),
    ...(route.idempotency ? [409] : []),
    ...(route.errors ?? []),
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

/**
 * Whether the route answers HEAD as well. Sign-in routes do not: they create or consume one-time values, and a prefetch
 * would use those up.
 */
export function answersHead({ method, rate }: Route): boolean {
  return method === 'GET' && rate === undefined;
}
