import './fleet.css';
import { useLocation } from 'preact-iso';
import { useAddress } from '../../app/address.js';
import { type Item, useAsk, useRows } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import { Filters } from '../../parts/filters.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';

type Agent = Item<'listFleet'>;

const columns: readonly Column<Agent>[] = [
  { key: 'name', label: 'Agent', width: 'minmax(8rem, 2fr)', show: (row) => legible(row.name, 120) },
  {
    key: 'state',
    label: 'State',
    width: '9.5rem',
    show: (row) => (
      <>
        <State state={row.lifecycle_state} /> {row.stale && <Badge tone="warn">stale</Badge>}
      </>
    ),
  },
  { key: 'device', label: 'Device', width: 'minmax(6rem, 1fr)', wide: true, show: (row) => legible(row.device, 120) },
  {
    key: 'owner',
    label: 'Owner',
    width: 'minmax(5rem, 1fr)',
    wide: true,
    show: (row) => (row.owner === null ? <span class="quiet">nobody</span> : legible(row.owner, 120)),
  },
  { key: 'servers', label: 'Servers', width: '4rem', number: true, show: (row) => row.servers },
  { key: 'tools', label: 'Tools', width: '4rem', wide: true, number: true, show: (row) => row.tools },
  { key: 'credentials', label: 'Credentials', width: '6rem', wide: true, number: true, show: (row) => row.credentials },
  { key: 'seen', label: 'Last seen', width: '7rem', wide: true, show: (row) => <Time at={row.last_seen} /> },
];

const STATES: readonly Agent['lifecycle_state'][] = ['discovered', 'pending_review', 'approved', 'quarantined', 'decommissioned'];
const YES_NO = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];
const NAMES = ['lifecycle_state', 'client', 'device', 'stale', 'owned', 'q'] as const;

export default function Agents() {
  const { route } = useLocation();
  const { values, change } = useAddress(NAMES);
  const lifecycle_state = STATES.find((one) => one === values.lifecycle_state);
  const { rows, query, more, total } = useRows('listFleet', {
    query: { ...values, lifecycle_state, stale: yesOrNo(values.stale), owned: yesOrNo(values.owned) },
  });
  const { data: stats } = useAsk('fleetStats', {});
  const isFiltered = NAMES.some((name) => values[name] !== undefined);
  return (
    <div class="screen-list">
      <Heading title="Agents" about={stats && stats.total > 0 ? summaryOf(stats) : 'Agents of all devices, and what they can reach'} />
      <Filters
        filters={[
          { name: 'lifecycle_state', label: 'State', choices: STATES.map((value) => ({ value, label: inWords(value) })) },
          {
            name: 'client',
            label: 'Client',
            choices: Object.keys(stats?.by_client ?? {}).map((value) => ({ value, label: legible(value, 60) })),
          },
          { name: 'device', label: 'Device' },
          { name: 'stale', label: 'Stale', choices: YES_NO },
          { name: 'owned', label: 'Has an owner', choices: YES_NO },
          { name: 'q', label: 'Search' },
        ]}
        values={values}
        onChange={change}
      />
      <Shown query={query} what="agents">
        {() =>
          rows.length === 0 ? (
            <NoAgents isFiltered={isFiltered && (stats === undefined || stats.total > 0)} />
          ) : (
            <Table
              label="Agents"
              columns={columns}
              rows={rows}
              keyOf={(row) => row.agent_id}
              onMore={more}
              total={total ?? (isFiltered ? undefined : stats?.total)}
              onOpen={(row) => route(`/fleet/${row.agent_id}`)}
            />
          )
        }
      </Shown>
    </div>
  );
}

function NoAgents({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No agent passes these filters">
        <p>
          <a href="/fleet">Show all agents</a>
        </p>
      </Empty>
    );
  return (
    <Empty title="No device has reported its agents yet" command="castellan agents --push">
      <p>Run this on a device; it sends agents, servers, tools and the names of credentials, never values.</p>
    </Empty>
  );
}

function summaryOf({ total, devices, stale, unowned }: { total: number; devices: number; stale: number; unowned: number }): string {
  const said = [`${total} on ${devices} ${devices === 1 ? 'device' : 'devices'}`];
  if (unowned > 0) said.push(`${unowned} without an owner`);
  if (stale > 0) said.push(`${stale} stale`);
  return said.join(', ');
}

function yesOrNo(text: string | undefined): 'true' | 'false' | undefined {
  return text === 'true' || text === 'false' ? text : undefined;
}
