import { type Item, useRows } from '../../client/queries.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';

const columns: readonly Column<Item<'listSchedules'>>[] = [
  { key: 'name', label: 'Name', width: 'minmax(10rem, 2fr)', show: (row) => legible(row.name ?? row.schedule_id, 120) },
  { key: 'cron', label: 'When', width: '10rem', show: (row) => row.cron },
  { key: 'next', label: 'Next run', width: '8rem', show: (row) => <Time at={row.next_run_at} /> },
];

export default function Schedules() {
  const { rows, query, more, total } = useRows('listSchedules', {});
  return (
    <div class="screen-list">
      <Heading title="Schedules" about="When sources are looked at" />
      <Shown query={query} what="schedules">
        {() =>
          rows.length === 0 ? (
            <Empty title="There are none yet" />
          ) : (
            <Table label="Schedules" columns={columns} rows={rows} keyOf={(row) => row.schedule_id} onMore={more} total={total} />
          )
        }
      </Shown>
    </div>
  );
}
