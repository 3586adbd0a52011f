import { createHash } from 'node:crypto';
import type { Route } from '../../api/route.js';
import { DAY_MS } from '../../support/durations.js';
import { noteEvent } from '../auth/note-event.js';
import { Conflict, Unprocessable } from '../failures.js';
import { timesOf } from '../ground/ground.js';
import { keepAnswer, reserve, type StoredAnswer } from '../store/idempotency.js';
import type { TenantStore } from '../store/layer/store.js';
import type { Call, EarlyCall, Handler, PreparedHandler, Reply } from './call.js';
import { workOf } from './tenant-work.js';

/** An answer that is ready to be sent. */
export interface RouteAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | undefined;
  stream?: Reply['stream'];
}

type Closed = ((call: Call<Route>) => Promise<Reply>) | PreparedHandler<Route>;

/**
 * Runs a handler of a closed route. A handler that writes runs in one transaction with its idempotency key and its
 * audit event: all of them are stored, or none.
 */
export async function perform(route: Route, handler: Handler<Route>, early: EarlyCall<Route>): Promise<RouteAnswer> {
  const { plane, principal } = early;
  requireKey(route, early);
  const closed = handler as Closed;
  const run = typeof closed === 'function' ? closed : await closed.prepare(early);
  const writes = route.method !== 'GET' || route.audit !== undefined;
  if (!writes) {
    return plane.store.read(principal.tenantId, async (store) =>
      answerOf(route, await run({ ...early, store, shared: { db: store.db, dialect: store.dialect } })),
    );
  }
  let after: Reply['after'];
  const answer = await plane.store.write(principal.tenantId, async (store, shared) => {
    const replay = await replayed(route, early, store);
    if (replay) return replay;
    const reply = await run({ ...early, store, shared });
    after = reply.after;
    const made = answerOf(route, reply);
    const note = reply.audit ?? {};
    const action = note === 'none' ? undefined : (note.action ?? route.audit);
    if (note !== 'none' && action !== undefined) await noteEvent(workOf({ ...early, store, shared }), action, note);
    if (early.idempotencyKey !== undefined && route.idempotency) {
      await keepAnswer(store, routeName(route), early.idempotencyKey, { ...made, body: made.body ?? '' });
    }
    return made;
  });
  after?.();
  return answer;
}

function requireKey(route: Route, { idempotencyKey }: EarlyCall<Route>): void {
  if (route.idempotency === 'required' && idempotencyKey === undefined) throw new Unprocessable('Idempotency-Key: header is required');
  if (route.idempotency && idempotencyKey !== undefined && !/^[\x21-\x7e]{1,200}$/.test(idempotencyKey))
    throw new Unprocessable('Idempotency-Key: expected 1 to 200 visible ASCII characters');
}

function routeName({ method, path }: Route): string {
  return `${method} ${path}`;
}

async function replayed(route: Route, call: EarlyCall<Route>, store: TenantStore): Promise<RouteAnswer | undefined> {
  const { idempotencyKey: key, plane } = call;
  if (key === undefined || !route.idempotency) return undefined;
  const bodyHash = createHash('sha256')
    // A credential bound to a source gets no stored answers of one bound to another source.
    .update(JSON.stringify([call.params, call.query, call.body, call.principal.sourceId ?? null]))
    .digest('hex');
  const [now, expiresAt] = timesOf(plane, 0, DAY_MS);
  const reserved = await reserve(store, { route: routeName(route), key, bodyHash, now, expiresAt });
  if (reserved === 'new') return undefined;
  if (reserved === 'other_body') throw new Conflict('Idempotency-Key was used with another request');
  if (reserved === 'in_flight') throw new Conflict('a request with this Idempotency-Key is under way', 1);
  return fromStored(reserved);
}

function fromStored({ status, headers, body }: StoredAnswer): RouteAnswer {
  return { status, headers: { ...headers, 'idempotency-replayed': 'true' }, body: body === '' ? undefined : body };
}

function answerOf(route: Route, { body, status = route.status, headers = {}, stream }: Reply): RouteAnswer {
  const type = route.produces ?? (route.scim ? 'application/scim+json' : 'application/json');
  const text = body === undefined || stream ? undefined : route.produces && typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers: { ...((text !== undefined || stream) && { 'content-type': charset(type) }), ...headers },
    body: text,
    ...(stream && { stream }),
  };
}

function charset(type: string): string {
  return /json|text|xml/.test(type) ? `${type}; charset=utf-8` : type;
}
