import { Readable } from 'node:stream';
import type { evidenceRoutes } from '../../../api/evidence.js';
import { Conflict, NotFound } from '../../failures.js';
import { historyOf } from '../../store/audit-search.js';
import { EvidenceRepository, type EvidenceRow } from '../../store/evidence.js';
import type { TenantStore } from '../../store/layer/store.js';
import { appliedPolicies } from '../../store/policy-bindings.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';
import type { ControlPlane } from '../plane.js';

const MOST_EVENTS = 50;

export const evidenceHandlers: Handlers<typeof evidenceRoutes> = {
  listEvidence: async (call) => {
    const { store, query } = call;
    return { body: await new EvidenceRepository(store).list(query, pageRequest(call, 'evidence'), (row) => row) };
  },
  getEvidence: async ({ store, params }) => {
    const row = await requireEvidence(store, params.evidence_id);
    const { source, job, findings } = await new EvidenceRepository(store).provenance(row);
    const { connector_name, ...shown } = source ?? { connector_name: null };
    const provenance = {
      source: source ? shown : null,
      job: job ?? null,
      collector: connector_name ?? source?.kind ?? null,
      raw: `/v1/evidence/${row.evidence_id}/content`,
      findings,
      policies: row.source_id === null ? [] : await appliedPolicies(store, [row.source_id]),
      history: await trailOf(store, row),
    };
    return { body: { ...row, provenance } };
  },
  getEvidenceContent: {
    async prepare({ plane, principal, params }) {
      const row = await plane.store.read(principal.tenantId, (store) => requireEvidence(store, params.evidence_id));
      const bytes = await bytesOf(plane, row);
      return async () => ({
        stream: () => Readable.from([bytes]),
        headers: {
          'content-type': row.content_type,
          'content-length': String(bytes.length),
          'content-disposition': `attachment; filename="${row.evidence_id}${row.content_type.includes('json') ? '.json' : '.txt'}"`,
          etag: `"${row.hash}"`,
        },
        audit: { target_id: row.evidence_id, details: { hash: row.hash, size: row.size } },
      });
    },
  },
};

/** What was done about the evidence, and about the job that left it. */
async function trailOf(store: TenantStore, { evidence_id, job_id }: EvidenceRow) {
  const own = await historyOf(store, { target_type: 'evidence', target_id: evidence_id }, MOST_EVENTS);
  const ofJob = job_id === null ? [] : await historyOf(store, { target_type: ['scan', 'job'], target_id: job_id }, MOST_EVENTS);
  return [...own, ...ofJob].sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1)).slice(0, MOST_EVENTS);
}

async function requireEvidence(store: TenantStore, evidenceId: string): Promise<EvidenceRow> {
  const row = await new EvidenceRepository(store).find(evidenceId);
  if (!row) throw new NotFound('evidence');
  return row;
}

/** Damaged bytes are never served; an error is logged for the operator. */
async function bytesOf({ evidence, log }: ControlPlane, row: EvidenceRow): Promise<Uint8Array> {
  if (row.bytes_removed_at !== null)
    throw new Conflict(`the bytes of this evidence were removed by retention at ${row.bytes_removed_at}; its hash is kept`);
  try {
    return await evidence.get(row.storage_uri, row.hash);
  } catch (err) {
    log.error({ err, evidence_id: row.evidence_id }, 'evidence cannot be read');
    throw err;
  }
}
