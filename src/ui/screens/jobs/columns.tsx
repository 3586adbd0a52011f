import type { Item } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import type { Column } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';
import { durationInWords } from '../../words/time.js';
import { summaryOf } from './summary.js';

export type Job = Item<'listSourceJobs'> & Partial<Pick<Item<'listJobs'>, 'source_name'>>;

export const typeWords: Readonly<Record<Job['job_type'], string>> = {
  scan: 'scan',
  sync: 'fleet sync',
  import: 'push or import',
  connector: 'connector',
  cohort: 'cohort',
};

/** The status, with what it does not say: a job that read nothing is not clean, and one that was tried again is marked. */
export function JobStatus({ job }: { job: Job }) {
  const isEmpty = job.status === 'succeeded' && summaryOf(job).coverage === 'empty';
  return (
    <span class="row-of">
      {isEmpty ? <Badge tone="warn">nothing to read</Badge> : <State state={job.status} />}
      {job.retried && <Badge title={`handed to a worker ${job.attempt} times`}>retried</Badge>}
    </span>
  );
}

const status: Column<Job> = { key: 'status', label: 'Status', width: 'minmax(7rem, 1fr)', show: (job) => <JobStatus job={job} /> };

export const jobColumns: readonly Column<Job>[] = [
  {
    key: 'job',
    label: 'Job',
    width: 'minmax(6rem, 2fr)',
    show: ({ job_id, source_name }) => (
      <a href={`/jobs/${job_id}`} title={job_id}>
        {legible(source_name ?? job_id, 120)}
      </a>
    ),
  },
  status,
  { key: 'created', label: 'Asked for', width: '7rem', wide: 'very', show: ({ created_at }) => <Time at={created_at} /> },
  { key: 'took', label: 'Took', width: '5.5rem', wide: true, show: (job) => tookInWords(job) },
  { key: 'type', label: 'Type', width: '7rem', wide: 'first', show: ({ job_type }) => typeWords[job_type] },
  { key: 'by', label: 'By', width: 'minmax(6rem, 1.5fr)', wide: 'first', show: ({ requested_by }) => legible(requested_by, 80) },
  { key: 'evidence', label: 'Evidence', width: '5rem', number: true, wide: 'very', show: ({ evidence_count }) => evidence_count },
  {
    key: 'note',
    label: 'Note',
    width: 'minmax(8rem, 2fr)',
    wide: true,
    show: (job) => <span title={noteOf(job)}>{noteOf(job)}</span>,
  },
];

/** How long it took, or takes by now. */
export function tookInWords({ started_at, finished_at }: Pick<Job, 'started_at' | 'finished_at'>): string {
  if (started_at === null) return '';
  return durationInWords((finished_at === null ? Date.now() : Date.parse(finished_at)) - Date.parse(started_at));
}

/** Why it failed, what it could not read, or what it found. */
export function noteOf(job: Job): string {
  const { reason, findings } = summaryOf(job);
  if (job.error !== null) return legible(job.error, 200);
  if (reason !== undefined) return legible(inWords(reason), 200);
  return findings === undefined ? '' : `${findings} ${findings === 1 ? 'finding' : 'findings'}`;
}
