import { SmallTable } from '../../parts/small-table.js';
import { Time } from '../../parts/time.js';
import { type Job, JobStatus, noteOf, tookInWords } from './columns.js';

/** The jobs of one thing, in a short table. */
export function JobRows({ rows }: { rows: readonly Job[] }) {
  return (
    <SmallTable
      caption="Jobs"
      rows={rows}
      keyOf={({ job_id }) => job_id}
      columns={[
        { label: 'Status', show: (job) => <JobStatus job={job} /> },
        {
          label: 'Asked for',
          show: ({ job_id, created_at }) => (
            <a href={`/jobs/${job_id}`}>
              <Time at={created_at} />
            </a>
          ),
        },
        { label: 'By', show: ({ requested_by }) => <span class="break">{requested_by}</span> },
        { label: 'Took', show: (job) => tookInWords(job) },
        { label: 'Evidence', number: true, show: ({ evidence_count }) => evidence_count },
        { label: 'Note', show: (job) => <span class="break">{noteOf(job)}</span> },
      ]}
    />
  );
}
