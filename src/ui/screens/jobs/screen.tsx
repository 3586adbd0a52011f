import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { flagIn, useAddress } from '../../app/address.js';
import { useMay } from '../../app/session.js';
import { useAsk, useRows } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Filters } from '../../parts/filters.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { inWords } from '../../words/state.js';
import { type Job, jobColumns, typeWords } from './columns.js';
import { isOpen } from './summary.js';

const STATUSES: readonly Job['status'][] = ['queued', 'running', 'succeeded', 'partial', 'failed', 'timed_out', 'cancelled'];
const TYPES = Object.keys(typeWords) as Job['job_type'][];
const AGAIN_MS = 10_000;

/** Work that waits, runs and has ended. While some is open the list is asked for again. */
export default function Jobs() {
  const { route } = useLocation();
  const { values, change } = useAddress(['status', 'job_type', 'retried', 'source_id', 'cohort_id']);
  const [isBusy, setBusy] = useState(false);
  const type = TYPES.find((known) => known === values.job_type);
  const retried = flagIn(values.retried);
  const query = {
    ...(values.status !== undefined && { status: values.status }),
    ...(type && { job_type: type }),
    ...(retried && { retried }),
    ...(values.source_id !== undefined && { source_id: values.source_id }),
    ...(values.cohort_id !== undefined && { cohort_id: values.cohort_id }),
  };
  const list = useRows('listJobs', { query }, isBusy ? { every: AGAIN_MS } : {});
  const busy = list.rows.some(isOpen);
  if (busy !== isBusy) setBusy(busy);
  return (
    <div class="screen-list">
      <Heading title="Jobs" about="Work that waits, runs and has ended. A job that is not whole is named as such." />
      <Filters filters={filters} values={values} onChange={change} />
      {values.cohort_id !== undefined && <Cohort id={values.cohort_id} />}
      <Shown query={list.query} what="jobs">
        {() =>
          list.rows.length === 0 ? (
            <NoJobs isFiltered={Object.keys(query).length > 0} />
          ) : (
            <Table
              label="Jobs"
              columns={jobColumns}
              rows={list.rows}
              keyOf={({ job_id }) => job_id}
              onMore={list.more}
              total={list.total}
              onOpen={({ job_id }) => route(`/jobs/${job_id}`)}
            />
          )
        }
      </Shown>
    </div>
  );
}

const filters = [
  { name: 'status', label: 'Status', many: true, choices: STATUSES.map((value) => ({ value, label: inWords(value) })) },
  { name: 'job_type', label: 'Type', choices: TYPES.map((value) => ({ value, label: typeWords[value] })) },
  {
    name: 'retried',
    label: 'Retried',
    choices: [
      { value: 'true', label: 'yes' },
      { value: 'false', label: 'no' },
    ],
  },
  { name: 'source_id', label: 'Source', rare: true, example: 'src_…' },
  { name: 'cohort_id', label: 'Cohort', rare: true, example: 'coh_…' },
] as const;

const CORRELATION: Readonly<Record<string, string>> = {
  pending: 'Its results are compared when all of its jobs have ended.',
  correlated: 'Its results were fresh and whole, and were compared.',
  skipped_stale: 'Its results were not compared: some were too old.',
  skipped_incomplete: 'Its results were not compared: some jobs were not whole.',
};

/** What a cohort came to as a whole. */
function Cohort({ id }: { id: string }) {
  const { data } = useAsk('getCohort', { params: { cohort_id: id } });
  if (!data) return null;
  const { state, in_common } = data.correlation;
  return (
    <p class={state.startsWith('skipped') ? 'notice warn' : 'notice'}>
      <b>Cohort of {data.jobs.length} sources</b> <State state={data.status} /> {CORRELATION[state]}
      {in_common && ` In common: ${in_common.nodes} things, ${in_common.problems} problems.`}
    </p>
  );
}

function NoJobs({ isFiltered }: { isFiltered: boolean }) {
  const may = useMay();
  if (isFiltered)
    return (
      <Empty title="No job matches these filters">
        <p>Clear a filter to see the others.</p>
      </Empty>
    );
  return (
    <Empty title="Nothing has run yet">
      <p>
        Nothing was looked at. {may('runSource') ? 'Run a source, or push a result.' : 'An analyst of the tenant can run a source.'}{' '}
        <a href="/sources">To the sources</a>
      </p>
    </Empty>
  );
}
