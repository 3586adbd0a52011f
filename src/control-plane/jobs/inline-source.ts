import type { SourceKind } from '../../api/source-scope.js';
import type { RequestIdentity } from '../auth/principal.js';
import type { Ground } from '../ground/ground.js';
import { newId } from '../ids.js';
import { checkedScope } from '../sources/scope-check.js';
import { createSource, type Writing } from '../sources/write.js';
import { AuditLog } from '../store/audit-log.js';
import { QuotaRepository } from '../store/quotas.js';
import { SourceRepository, type SourceRow } from '../store/sources.js';

/** A target that was given with a scan, in place of a source. */
export interface InlineTarget {
  kind: SourceKind;
  scope: unknown;
}

interface Asking {
  ground: Ground;
  request: RequestIdentity;
  authMethod: string;
}

/** The source that covers a target: findings come from sources, so a target without one gets one, and its own audit event. */
export async function sourceFor(at: Writing, target: InlineTarget, { ground, request, authMethod }: Asking): Promise<SourceRow> {
  const { kind } = target;
  const scope = checkedScope(kind, target.scope, at.scanRoots);
  // Two first scans of one target make one source: the second looks when the first is done.
  await new QuotaRepository(at.store).lock();
  const known = await new SourceRepository(at.store).covering(kind, scope);
  if (known) return known;
  const row = await createSource(at, { kind, display_name: nameOf(kind, scope), scope: JSON.parse(scope), labels: { made_by: 'scan' } });
  await new AuditLog(at.store, ground.ring).append({
    event_id: newId('aud'),
    timestamp: at.now,
    actor: at.actor,
    auth_method: authMethod,
    action: 'source.create',
    target_type: 'source',
    target_id: row.source_id,
    outcome: 'success',
    request_id: request.requestId,
    trace_id: request.traceId,
    details: { kind, display_name: row.display_name },
  });
  return row;
}

/** What it covers, in a line. */
function nameOf(kind: SourceKind, scope: string): string {
  const { url, path, paths }: { url?: string; path?: string; paths?: string[] } = JSON.parse(scope);
  return `${kind} ${url ?? path ?? paths?.join(', ') ?? ''}`.trim().slice(0, 200);
}
