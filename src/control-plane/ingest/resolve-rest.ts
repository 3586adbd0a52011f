import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { OriginRepository } from '../store/findings/finding-origins.js';
import { FindingRepository } from '../store/findings/findings.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { Tables, Written } from '../store/layer/tables.js';
import type { Observation } from './batch.js';

/** A finding that is open no more. */
export type Closed = Pick<Written<'findings'>, 'finding_id' | 'fingerprint' | 'component' | 'subject'>;

/** Findings that a complete batch closed, and those that only other sources see from now on. */
interface Rest {
  closed: Closed[];
  moved: Closed[];
}

const SHOWN = ['finding_id', 'fingerprint', 'component', 'subject'] as const;

/**
 * Resolves findings that this job did not see, if nobody has seen them since the observation and the job looked where
 * they were. One that several sources have seen is resolved when the last of them no longer sees it.
 */
export async function resolveRest(store: TenantStore, batch: Observation): Promise<Rest> {
  const { sourceId: source_id, observedAt, now } = batch;
  const closed = await tenantTable(store, 'findings')
    .updating({ source_id, status: ['open', 'suppressed'], shared: false })
    .set({ status: 'resolved', resolved_at: now, updated_at: now })
    .where('last_seen', '<=', observedAt)
    .where((where) => isWithinReach(where as Where, batch))
    .returning(SHOWN)
    .execute();
  const origins = new OriginRepository(store);
  const unseen = await origins
    .updating({ source_id, status: 'open' })
    .set({ status: 'resolved', resolved_at: now })
    .where('last_seen', '<=', observedAt)
    .where((where) => isWithinReach(where as Where, batch))
    .returning('finding_id')
    .execute();
  if (unseen.length === 0) return { closed, moved: [] };
  const settled = await origins.settle(
    unseen.map(({ finding_id }) => finding_id),
    now,
  );
  const findings = new FindingRepository(store);
  return { closed: [...closed, ...(await findings.listed(settled.closed))], moved: await findings.listed(settled.moved) };
}

/** Both tables say which job was the last to see a finding. */
type Where = ExpressionBuilder<Tables, 'finding_origins'>;

function isWithinReach({ eb, and, or }: Where, { jobId, reach }: Observation): ExpressionWrapper<Tables, 'finding_origins', SqlBool> {
  const isElsewhere = or([eb('last_job_id', 'is', null), eb('last_job_id', '<>', jobId)]);
  if (reach === undefined || (reach.isOpen && reach.uncovered.length === 0)) return and([isElsewhere]);
  if (!reach.isOpen) return and([isElsewhere, reach.covered.length === 0 ? or([]) : eb('last_job_id', 'in', reach.covered)]);
  return and([isElsewhere, or([eb('last_job_id', 'is', null), eb('last_job_id', 'not in', reach.uncovered)])]);
}
