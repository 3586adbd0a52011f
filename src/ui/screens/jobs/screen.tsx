import { useLocation } from 'preact-iso';
import { type Item, useRows } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';

const columns: readonly Column<Item<'listJobs'>>[] = [
  { key: 'id', label: 'Job', width: 'minmax(10rem, 2fr)', show: (row) => row.job_id },
  { key: 'status', label: 'Status', width: '8rem', show: (row) => <State state={row.status} /> },
];

export default function Jobs() {
  const { route } = useLocation();
  const { rows, query, more, total } = useRows('listJobs', {});
  return (
    <div class="screen-list">
      <Heading title="Jobs" about="Work that runs, waits and is done" />
      <Shown query={query} what="jobs">
        {() =>
          rows.length === 0 ? (
            <Empty title="There are none yet" />
          ) : (
            <Table
              label="Jobs"
              columns={columns}
              rows={rows}
              keyOf={(row) => row.job_id}
              onMore={more}
              total={total}
              onOpen={(row) => route(`/jobs/${row.job_id}`)}
            />
          )
        }
      </Shown>
    </div>
  );
}
