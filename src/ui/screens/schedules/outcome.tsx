import type { Item } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';

type Schedule = Pick<Item<'listSchedules'>, 'last_outcome' | 'last_detail' | 'last_job_id' | 'last_cohort_id' | 'last_run_at'>;

/** The outcome of the last run: a link to what it started, or why it started nothing. */
export function Outcome({ schedule: { last_outcome, last_detail, last_job_id, last_cohort_id, last_run_at } }: { schedule: Schedule }) {
  if (last_outcome === null) return <span class="quiet">{last_run_at === null ? 'has not run' : 'unknown'}</span>;
  const to = last_job_id !== null ? `/jobs/${last_job_id}` : last_cohort_id !== null ? `/jobs?cohort_id=${last_cohort_id}` : undefined;
  return (
    <span title={last_detail === null ? undefined : legible(last_detail, 300)}>
      {to === undefined ? (
        <State state={last_outcome} />
      ) : (
        <a href={to}>
          <State state={last_outcome} />
        </a>
      )}{' '}
      <Time at={last_run_at} />
    </span>
  );
}
