import { useLocation } from 'preact-iso';
import { type Item, useRows } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';

const columns: readonly Column<Item<'listFleet'>>[] = [
  { key: 'name', label: 'Name', width: 'minmax(10rem, 2fr)', show: (row) => legible(row.name, 120) },
  { key: 'state', label: 'State', width: '9rem', show: (row) => <State state={row.lifecycle_state} /> },
  { key: 'seen', label: 'Last seen', width: '8rem', wide: true, show: (row) => <Time at={row.last_seen} /> },
];

export default function Agents() {
  const { route } = useLocation();
  const { rows, query, more, total } = useRows('listFleet', {});
  return (
    <div class="screen-list">
      <Heading title="Agents" about="Agents of all devices, and what they can reach" />
      <Shown query={query} what="agents">
        {() =>
          rows.length === 0 ? (
            <Empty title="There are none yet" />
          ) : (
            <Table
              label="Agents"
              columns={columns}
              rows={rows}
              keyOf={(row) => row.agent_id}
              onMore={more}
              total={total}
              onOpen={(row) => route(`/fleet/${row.agent_id}`)}
            />
          )
        }
      </Shown>
    </div>
  );
}
