import type { z } from 'zod';
import type { source } from '../../api/sources.js';
import type { LastJob, SourceRow } from '../store/sources.js';

type Shown = z.input<typeof source>;

/** A source in the form of an answer: its row and its health. */
export function shownSource(row: SourceRow, last: LastJob | undefined): Shown {
  const { last_job_id, created_by, covered_at, ...rest } = row;
  return {
    ...rest,
    kind: row.kind as Shown['kind'],
    status: row.status as Shown['status'],
    credential_mode: row.credential_mode as Shown['credential_mode'],
    last_result: last
      ? { job_id: last.job_id, status: last.status as 'succeeded', finished_at: last.finished_at, error: last.error }
      : null,
    health: healthOf(row, last),
  };
}

function healthOf({ status, enabled, last_run_at }: SourceRow, last: LastJob | undefined): Shown['health'] {
  if (status === 'retired') return { status: 'unknown', reason: 'it is retired' };
  if (!enabled) return { status: 'unknown', reason: 'it is disabled' };
  if (last_run_at === null) return { status: 'unknown', reason: 'it has not run yet' };
  if (last && last.status !== 'succeeded')
    return { status: 'degraded', reason: last.error ?? WORDS[last.status] ?? 'its last run did not succeed' };
  return status === 'degraded' ? { status: 'degraded', reason: 'its last run did not succeed' } : { status: 'healthy', reason: null };
}

const WORDS: Readonly<Record<string, string>> = {
  partial: 'its last run could not read everything',
  timed_out: 'its last run was not done in time',
  failed: 'its last run failed',
};
