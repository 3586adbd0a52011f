import type { z } from 'zod';
import { type Role, roles } from '../model/role.js';

export { type Role, roles };

/** What a key is for, within its role. */
export const scopes = ['read', 'policy:read', 'scan', 'ingest', 'admin'] as const;
export type KeyScope = (typeof scopes)[number];

/** True when these scopes reach that far: who may read all may read policies. */
export function grantsScope(held: readonly KeyScope[], scope: KeyScope): boolean {
  return held.includes(scope) || (scope === 'policy:read' && held.includes('read'));
}

/** One route, as data: from it come the HTTP route, the authorisation, the OpenAPI document, the docs and the generated tests. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI form: `/v1/sources/{source_id}`. */
  path: string;
  /** One line, imperative, no stop. */
  summary: string;
  /** Least role; `open` answers without a credential. */
  role: Role | 'open';
  /** Scope a key must have. */
  scope: KeyScope;
  /** `<target>.<verb>`: every success leaves this audit event. */
  audit?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Of the JSON answer; checked in tests, not in production. */
  response?: z.ZodType;
  /**
   * Texts of a body are refused where they look like a secret. `pushed`: tools write it, it is redacted instead. A list: places of the
   * body where only the shapes of providers' keys are refused, `a.b`, lists without their indexes.
   */
  texts?: 'pushed' | readonly string[];
  /** Of success. */
  status: 200 | 201 | 202 | 204 | 302;
  /** Another success, where the request asks for it. */
  alsoAnswers?: { status: 201; response: z.ZodType };
  /** Answers 304 to whoever has it already: its answers carry an `ETag`. */
  conditional?: true;
  /** Media type of an answer that has no schema (exports, event streams, pages). */
  produces?: string;
  /** Media types it may have besides, as its query asks. */
  alsoProduces?: readonly string[];
  /** Media type of a body that is no JSON. */
  consumes?: string;
  /** Whether `Idempotency-Key` is understood, or must be there. */
  idempotency?: 'accepted' | 'required';
  /** Bytes, where it is not the server's own limit. */
  bodyLimit?: number;
  /** Statuses this route may answer besides success and those that follow from what it is, see `failuresOf`. */
  errors?: readonly (401 | 403 | 404 | 409 | 413 | 502)[];
  /** Token bucket it draws from; reads draw from `read`, all else from `write`. */
  rate?: 'session';
  /** Answers programs of this machine without a credential, where the operator has said so. */
  local?: true;
  /** RFC 7644 error bodies and media type. */
  scim?: true;
}

export type RouteTable = Readonly<Record<string, Route>>;

/** Keeps the literal types of a table, and checks it. */
export function routeTable<const T extends RouteTable>(table: T): T {
  return table;
}

/** True when `role` may do what asks for `least`. */
export function allows(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** What may become of any request before a route looks at it, or behind its back. */
const EVERYWHERE = [400, 405, 408, 414, 429, 431, 500, 503] as const;

/** Every status of failure that a route may answer, ascending. */
export function failureStatuses(route: Route): number[] {
  const statuses = [
    ...EVERYWHERE,
    ...(route.role === 'open' ? [] : [401, 403]),
    // A body is read wherever one may be sent, also by routes that want none.
    ...(route.method === 'GET' ? [] : [413, 415]),
    // RFC 7644 section 3.12 has 400 for what does not fit.
    ...(route.method === 'GET' || route.scim ? [] : [422]),
    ...(route.idempotency ? [409] : []),
    ...(route.errors ?? []),
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

/** Whether the route answers HEAD as well. A sign-in does not: it keeps and takes what is good for one time, and who looks ahead would use it up. */
export function answersHead({ method, rate }: Route): boolean {
  return method === 'GET' && rate === undefined;
}
