import type { z } from 'zod';
import type { key, keyRoutes } from '../../../api/auth-keys.js';
import { KeyLife, lifetimeOf, type MadeKey, overlapOf, scopesFor } from '../../auth/key-life.js';
import { isActive } from '../../auth/with-api-key.js';
import { NotFound } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { KeyRepository, type KeyRow } from '../../store/keys.js';
import { SourceRepository } from '../../store/sources.js';
import type { Handlers, Reply } from '../call.js';
import { pageRequest } from '../page-request.js';

export const keyHandlers: Handlers<typeof keyRoutes> = {
  createKey: async ({ plane, store, shared, principal, body }) => {
    const { name, role = 'viewer', source_id: sourceId, subject = principal.subject, expires_in_days } = body;
    const scopes = scopesFor(role, body.scopes, sourceId !== undefined);
    if (sourceId !== undefined && !(await new SourceRepository(store).find(sourceId))) throw new NotFound('source');
    const wish = { name, role, scopes, subject, lifetimeMs: lifetimeOf(expires_in_days), ...(sourceId !== undefined && { sourceId }) };
    return made(await new KeyLife(plane, store, shared).make(wish, principal), timeOf(plane));
  },
  listKeys: async (call) => {
    const { plane, store, query } = call;
    const now = timeOf(plane);
    return { body: await new KeyRepository(store).list({ ...query, now }, pageRequest(call, 'keys'), (row) => shown(row, now)) };
  },
  getKey: async ({ plane, store, params }) => {
    const row = await new KeyRepository(store).find(params.key_id);
    if (!row) throw new NotFound('key');
    return { body: shown(row, timeOf(plane)) };
  },
  rotateKey: async ({ plane, store, shared, principal, params, body }) => {
    const days = body?.expires_in_days;
    const spans = { overlapMs: overlapOf(body?.overlap_hours), ...(days !== undefined && { lifetimeMs: lifetimeOf(days) }) };
    return made(await new KeyLife(plane, store, shared).rotate(params.key_id, spans, principal), timeOf(plane));
  },
  revokeKey: async ({ plane, store, shared, params }) => {
    const { name } = await new KeyLife(plane, store, shared).revoke(params.key_id);
    return { audit: { target_id: params.key_id, details: { name } } };
  },
};

function made({ row, secret }: MadeKey, now: string): Reply {
  const { name, subject, role, replaces, source_id } = row;
  return {
    body: { ...shown(row, now), api_key: secret },
    headers: { location: `/v1/auth/keys/${row.key_id}` },
    audit: { target_id: row.key_id, details: { name, subject, role, scopes: row.scopes, source_id, replaces } },
  };
}

function shown(row: KeyRow, now: string): z.input<typeof key> {
  const { hash, ...rest } = row;
  return {
    ...rest,
    scopes: [...row.scopes],
    status: row.revoked_at !== null ? 'revoked' : isActive(row, now) ? 'active' : 'expired',
  };
}
