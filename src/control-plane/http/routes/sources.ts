import type { z } from 'zod';
import { sourceScopes } from '../../../api/source-scope.js';
import type { source, sourceDraft, sourceRoutes } from '../../../api/sources.js';
import { NotFound, Unprocessable } from '../../failures.js';
import { newId } from '../../ids.js';
import { timeOf } from '../../plane.js';
import { SourceRepository, type SourceRow } from '../../store/sources.js';
import type { Call, Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';

export const sourceHandlers: Handlers<typeof sourceRoutes> = {
  createSource: async ({ store, body, principal, plane }) => {
    const now = timeOf(plane);
    const { labels = {}, enabled = true } = body;
    const row = await new SourceRepository(store).create({
      source_id: newId('src'),
      kind: body.kind,
      display_name: body.display_name,
      description: body.description ?? null,
      owner: body.owner ?? principal.subject,
      connector_name: body.connector_name ?? null,
      credential_mode: body.credential_mode ?? 'none',
      credential_ref: body.credential_ref ?? null,
      enabled: enabled ? 1 : 0,
      status: enabled ? 'configured' : 'disabled',
      scope: JSON.stringify(scopeOf(body.kind, body.scope)),
      labels: JSON.stringify(labels),
      created_by: principal.actor,
      created_at: now,
      updated_at: now,
      last_run_at: null,
      last_success_at: null,
      last_job_id: null,
    });
    const headers = { location: `/v1/sources/${row.source_id}` };
    return { body: shown(row), headers, audit: { target_id: row.source_id, details: { kind: row.kind, display_name: row.display_name } } };
  },
  listSources: async (call) => {
    const { store, query } = call;
    return { body: await new SourceRepository(store).list(query, pageRequest(call, 'sources'), shown) };
  },
  getSource: async ({ store, params }) => ({ body: shown(await requireSource(store, params.source_id)) }),
};

/** The tenant's source with this id. */
export async function requireSource(store: Call<never>['store'], sourceId: string): Promise<SourceRow> {
  const row = await new SourceRepository(store).find(sourceId);
  if (!row) throw new NotFound('source');
  return row;
}

function scopeOf(kind: z.output<typeof sourceDraft>['kind'], scope: unknown): unknown {
  const result = sourceScopes[kind].safeParse(scope ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Unprocessable(
    `scope${issue?.path.length ? `.${issue.path.map(String).join('.')}` : ''}: does not fit a source of kind ${kind}`,
  );
}

function shown(row: SourceRow): z.input<typeof source> {
  const { last_job_id, created_by, ...rest } = row;
  return {
    ...rest,
    kind: row.kind as z.input<typeof source>['kind'],
    status: row.status as z.input<typeof source>['status'],
    credential_mode: row.credential_mode as 'none' | 'reference',
    enabled: row.enabled === 1,
    scope: JSON.parse(row.scope),
    labels: JSON.parse(row.labels),
  };
}
