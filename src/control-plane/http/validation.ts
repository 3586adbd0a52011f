import { z } from 'zod';
import type { Route } from '../../api/route.js';
import { isObject, own } from '../../support/json.js';
import { refuseSecrets } from '../credentials/refuse-secrets.js';
import { BadRequest, Forbidden, NotFound, Unprocessable } from '../failures.js';

/** Input after validation by the route's schemas. */
export interface Valid {
  params: unknown;
  query: unknown;
  body: unknown;
}

const SHOWN = 5;

/**
 * For routes without filters. Open routes accept any query, because probes and browsers add some; SCIM routes accept
 * what their clients send.
 */
const NO_QUERY = z.strictObject({});

/**
 * Validates the input of a route. A malformed id is answered with 404, a wrong filter with 400, a body that does not
 * match its schema, or that holds a secret, with 422.
 */
export function validate(route: Route, raw: { params: unknown; query: unknown; body: unknown }): Valid {
  const valid = {
    params: checked(route.params, raw.params, 'path', () => new NotFound('resource')),
    query: checked(querySchema(route), raw.query, 'query', (message) => new BadRequest(message)),
    body: checked(route.body, raw.body, 'body', (message) => new Unprocessable(message)),
  };
  // Open routes are for signing in: their bodies contain secrets and are never stored.
  if (route.body && route.texts !== 'pushed' && route.role !== 'open') {
    refuseSecrets(valid.body, { patternsOnly: route.texts ?? [], opaque: route.scim === true });
  }
  return valid;
}

const strictQueries = new WeakMap<Route, z.ZodType>();

/** Cached: zod prepares a schema on first use, which takes longer than using it. */
function querySchema(route: Route): z.ZodType | undefined {
  if (!route.query) return route.role === 'open' || route.scim ? undefined : NO_QUERY;
  const known = strictQueries.get(route) ?? route.query.strict();
  strictQueries.set(route, known);
  return known;
}

/**
 * A request cannot choose its tenant. A query that names another tenant than the credential's gets 403 instead of an
 * error about an unknown filter.
 */
export function refuseOtherTenant(tenantId: string, query: unknown): void {
  const named = isObject(query) ? own(query, 'tenant_id') : undefined;
  if (named !== undefined && named !== tenantId) throw new Forbidden('this credential is of another tenant');
}

type Part = 'path' | 'query' | 'body';

function checked(schema: z.ZodType | undefined, value: unknown, part: Part, refuse: (message: string) => Error): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refuse(explain(result.error.issues, part));
}

/** `path: message; path: message`. The caller's keys and values are not repeated. */
function explain(issues: readonly z.core.$ZodIssue[], part: Part): string {
  const shown = issues.slice(0, SHOWN).map((issue) => `${placeOf(issue) || part}: ${reasonOf(issue)}`);
  return issues.length > SHOWN ? `${shown.join('; ')}; and ${issues.length - SHOWN} more` : shown.join('; ');
}

function placeOf({ path }: z.core.$ZodIssue): string {
  const place = path.map((step) =>
    typeof step === 'number' ? String(step) : /^[a-z_][a-z0-9_]{0,40}$/.test(String(step)) ? String(step) : '*',
  );
  return place.join('.');
}

function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.length === 1 ? 'unknown key' : `${issue.keys.length} unknown keys`;
  return issue.message.slice(0, 200);
}
