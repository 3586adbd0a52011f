import { useAsk } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';

/** What a job without findings says: that nothing is wrong, or that nothing was looked at. */
export function LookedAt({ jobId }: { jobId: string | null }) {
  const { data, isPending, error } = useAsk('getScan', { params: { job_id: jobId ?? '' } }, { enabled: jobId !== null });
  if (jobId === null || error) return <p class="quiet">No finding was last seen in it. What was looked at is not known any more.</p>;
  if (isPending || !data) return <p class="quiet">Asking what the job looked at …</p>;
  const coverage = data.result_summary?.['coverage'];
  if (data.status === 'failed' || data.status === 'cancelled' || coverage === 'empty')
    return (
      <p>
        <Badge tone="warn">nothing was looked at</Badge> No finding was last seen in it, and that says nothing: the job{' '}
        {coverage === 'empty' ? 'found nothing that it could read' : `is ${data.status}`}. <a href={`/jobs/${jobId}`}>See why</a>
      </p>
    );
  if (data.status === 'succeeded' && coverage === 'scanned')
    return (
      <p>
        <Badge tone="good">read whole</Badge> No finding was last seen in it: the job read everything that it looked for.
      </p>
    );
  return (
    <p>
      <Badge tone="warn">read in part</Badge> No finding was last seen in what was read; the job did not read everything.{' '}
      <a href={`/jobs/${jobId}`}>See what is missing</a>
    </p>
  );
}
