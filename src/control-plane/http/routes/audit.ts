import { Readable } from 'node:stream';
import type { auditRoutes } from '../../../api/audit.js';
import type { ChainHead } from '../../../audit/chain.js';
import { trailerLine } from '../../../audit/export-lines.js';
import { BadRequest } from '../../failures.js';
import { AuditLog } from '../../store/audit-log.js';
import { searchAudit, verifyChain } from '../../store/audit-search.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';
import type { ControlPlane } from '../plane.js';

export const auditHandlers: Handlers<typeof auditRoutes> = {
  listAudit: async (call) => {
    const { from, to } = call.query;
    if (from !== undefined && to !== undefined && from >= to) throw new BadRequest('from: must be before to');
    return { body: await searchAudit(call.store, call.query, pageRequest(call, 'audit')) };
  },
  verifyAudit: async ({ store, plane }) => ({ body: await verifyChain(store, plane.ring) }),
  exportAudit: async ({ store, plane, principal }) => {
    const head = await new AuditLog(store, plane.ring).head();
    const name = `audit-${principal.tenantId.replace(/[^A-Za-z0-9._-]/g, '_')}.jsonl`;
    return {
      stream: () => Readable.from(exported(plane, principal.tenantId, head)),
      headers: { 'content-disposition': `attachment; filename="${name}"` },
      audit: { details: { events: head?.seq ?? 0 } },
    };
  },
};

/** The chain as it was when the export was requested; the event of the export itself comes after it. */
async function* exported(plane: ControlPlane, tenantId: string, head: ChainHead | undefined): AsyncGenerator<string> {
  const end = head?.seq ?? 0;
  for (let last = 0; last < end; ) {
    const entries = await plane.store.read(tenantId, (store) => new AuditLog(store, plane.ring).after(last));
    const wanted = entries.filter(({ seq }) => seq <= end);
    yield wanted.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const final = wanted.at(-1);
    if (!final) break;
    last = final.seq;
  }
  yield trailerLine(tenantId, head, plane.ring);
}
