import { useLocation } from 'preact-iso';
import { type Item, useRows } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { SeverityMark } from '../../parts/severity.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';

const columns: readonly Column<Item<'listFindings'>>[] = [
  { key: 'severity', label: 'Severity', width: '6.5rem', show: (row) => <SeverityMark severity={row.severity} /> },
  { key: 'title', label: 'Title', width: 'minmax(12rem, 3fr)', show: (row) => legible(row.title, 200) },
  { key: 'component', label: 'Component', width: 'minmax(8rem, 1fr)', wide: true, show: (row) => legible(row.component ?? '', 120) },
  { key: 'status', label: 'Status', width: '7rem', show: (row) => <State state={row.status} /> },
  { key: 'seen', label: 'First seen', width: '7rem', wide: true, show: (row) => <Time at={row.first_seen} /> },
];

export default function Findings() {
  const { route } = useLocation();
  const { rows, query, more, total } = useRows('listFindings', {});
  return (
    <div class="screen-list">
      <Heading title="Findings" about="What the sources of this tenant show" />
      <Shown query={query} what="findings">
        {() =>
          rows.length === 0 ? (
            <Empty title="There are none yet" />
          ) : (
            <Table
              label="Findings"
              columns={columns}
              rows={rows}
              keyOf={(row) => row.finding_id}
              onMore={more}
              total={total}
              onOpen={(row) => route(`/findings/${row.finding_id}`)}
            />
          )
        }
      </Shown>
    </div>
  );
}
