import { useLocation } from 'preact-iso';
import { type Item, useRows } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { legible } from '../../words/legible.js';

const columns: readonly Column<Item<'listSources'>>[] = [
  { key: 'name', label: 'Name', width: 'minmax(10rem, 2fr)', show: (row) => legible(row.display_name, 120) },
  { key: 'kind', label: 'Kind', width: 'minmax(8rem, 1fr)', show: (row) => row.kind },
  { key: 'status', label: 'Status', width: '8rem', show: (row) => <State state={row.status} /> },
];

export default function Sources() {
  const { route } = useLocation();
  const { rows, query, more, total } = useRows('listSources', {});
  return (
    <div class="screen-list">
      <Heading title="Sources" about="What is looked at, by whom, and how it went" />
      <Shown query={query} what="sources">
        {() =>
          rows.length === 0 ? (
            <Empty title="There are none yet" />
          ) : (
            <Table
              label="Sources"
              columns={columns}
              rows={rows}
              keyOf={(row) => row.source_id}
              onMore={more}
              total={total}
              onOpen={(row) => route(`/sources/${row.source_id}`)}
            />
          )
        }
      </Shown>
    </div>
  );
}
