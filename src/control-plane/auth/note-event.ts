import type { AuditNote } from '../ground/audit-note.js';
import { newId } from '../ids.js';
import { AuditLog } from '../store/audit-log.js';
import type { TenantWork } from './tenant-work.js';

/**
 * Writes an audit event in the transaction of the change. The first word of the action names the kind of its target.
 */
export async function noteEvent({ store, ring, by, now, request }: TenantWork, action: string, note: AuditNote): Promise<void> {
  await new AuditLog(store, ring).append({
    event_id: newId('aud'),
    timestamp: now,
    actor: by.actor,
    auth_method: by.method,
    action,
    target_type: action.split('.')[0] ?? action,
    target_id: note.target_id ?? null,
    outcome: note.outcome ?? 'success',
    request_id: request.requestId,
    trace_id: request.traceId,
    details: note.details ?? {},
  });
}
