import { useLocation } from 'preact-iso';
import { type Item, useRows } from '../../client/queries.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';

const columns: readonly Column<Item<'listEvidence'>>[] = [
  { key: 'id', label: 'Evidence', width: 'minmax(10rem, 2fr)', show: (row) => row.evidence_id },
  { key: 'kind', label: 'Kind', width: '8rem', show: (row) => row.kind },
  { key: 'at', label: 'Created', width: '8rem', show: (row) => <Time at={row.created_at} /> },
];

export default function Evidence() {
  const { route } = useLocation();
  const { rows, query, more, total } = useRows('listEvidence', {});
  return (
    <div class="screen-list">
      <Heading title="Evidence" about="What was read, with its hash" />
      <Shown query={query} what="evidence">
        {() =>
          rows.length === 0 ? (
            <Empty title="There are none yet" />
          ) : (
            <Table
              label="Evidence"
              columns={columns}
              rows={rows}
              keyOf={(row) => row.evidence_id}
              onMore={more}
              total={total}
              onOpen={(row) => route(`/evidence/${row.evidence_id}`)}
            />
          )
        }
      </Shown>
    </div>
  );
}
