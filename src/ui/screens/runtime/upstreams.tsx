import { useAddress } from '../../app/address.js';
import { useMay } from '../../app/session.js';
import { type Item, useRows } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Filters } from '../../parts/filters.js';
import { Reference } from '../../parts/reference.js';
import { Empty, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';

type Upstream = Item<'listDiscoveredUpstreams'>;

const columns: readonly Column<Upstream>[] = [
  { key: 'name', label: 'Server', width: 'minmax(7rem, 1fr)', show: ({ name }) => legible(name, 120) },
  {
    key: 'governed',
    label: 'Governed',
    width: '7.5rem',
    show: ({ governed }) => <Badge tone={governed ? 'good' : 'warn'}>{governed ? 'by a policy' : 'by none'}</Badge>,
  },
  {
    key: 'where',
    label: 'Where',
    width: 'minmax(8rem, 2fr)',
    wide: true,
    show: ({ url, command }) => (url !== null ? <Reference address={url} /> : <code>{legible(command ?? '', 200)}</code>),
  },
  { key: 'agents', label: 'Agents', width: '4rem', number: true, show: ({ agents }) => agents.length },
  { key: 'seen', label: 'Last seen', width: '7rem', wide: true, show: ({ last_seen }) => <Time at={last_seen} /> },
];

const draft: Column<Upstream> = {
  key: 'draft',
  label: 'Policy',
  width: '7rem',
  show: ({ name }) => <a href={`/runtime/policies?policy=new&upstream=${encodeURIComponent(name)}`}>Draft a policy</a>,
};

/** MCP servers that agents use, and whether a policy governs them. */
export function Upstreams() {
  const may = useMay();
  const { values, change } = useAddress(['governed']);
  const governed = values.governed === 'true' || values.governed === 'false' ? values.governed : undefined;
  const { rows, query, more, total } = useRows('listDiscoveredUpstreams', { query: { governed } });
  return (
    <>
      <Filters
        filters={[
          {
            name: 'governed',
            label: 'Governed',
            choices: [
              { value: 'false', label: 'by none' },
              { value: 'true', label: 'by a policy' },
            ],
          },
        ]}
        values={values}
        onChange={change}
      />
      <Shown query={query} what="upstreams">
        {() =>
          rows.length === 0 ? (
            <Empty title={governed === undefined ? 'No scan and no device has named an MCP server yet' : 'No server passes this filter'}>
              <p>Servers come from the fleet, from scans and from proxies.</p>
            </Empty>
          ) : (
            <Table
              label="Discovered upstreams"
              columns={may('createGatewayPolicy') ? [...columns, draft] : columns}
              rows={rows}
              keyOf={({ name, url, command }) => `${name}\n${url}\n${command}`}
              onMore={more}
              total={total}
            />
          )
        }
      </Shown>
    </>
  );
}
