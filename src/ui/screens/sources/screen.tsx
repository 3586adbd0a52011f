import { useLocation } from 'preact-iso';
import { flagIn, useAddress } from '../../app/address.js';
import { useMay } from '../../app/session.js';
import { type Item, useRows } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Filters } from '../../parts/filters.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { isSourceKind, kindNames, scopeInWords, sourceKinds } from '../../words/source-kinds.js';
import { inWords } from '../../words/state.js';
import { exactTime } from '../../words/time.js';
import { CohortBar } from './cohort.js';
import { CreateSource } from './create.js';

type Source = Item<'listSources'>;

const statuses: Readonly<Record<Source['status'], string>> = {
  configured: 'configured, not run yet',
  healthy: 'healthy',
  degraded: 'degraded',
  disabled: 'disabled',
  retired: 'retired',
};

const columns: readonly Column<Source>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(7rem, 3fr)',
    show: ({ source_id, display_name }) => <a href={`/sources/${source_id}`}>{legible(display_name, 120)}</a>,
  },
  { key: 'status', label: 'Status', width: '6.5rem', wide: 'very', show: ({ status }) => <State state={status} /> },
  {
    key: 'kind',
    label: 'Kind',
    width: 'minmax(6.5rem, 1fr)',
    wide: true,
    show: ({ kind }) => <span title={kind}>{sourceKinds[kind].label}</span>,
  },
  {
    key: 'scope',
    label: 'Scope',
    width: 'minmax(9rem, 2fr)',
    wide: 'first',
    show: (row) => <span title={scopeInWords(row)}>{endOf(scopeInWords(row))}</span>,
  },
  { key: 'owner', label: 'Owner', width: 'minmax(5rem, 1fr)', wide: 'first', show: ({ owner }) => legible(owner, 80) },
  {
    key: 'credential',
    label: 'Credential',
    width: '6rem',
    wide: 'first',
    show: ({ credential_mode }) => (credential_mode === 'none' ? <span class="quiet">none</span> : credential_mode),
  },
  { key: 'run', label: 'Last run', width: '6.5rem', wide: 'very', show: ({ last_run_at }) => <Time at={last_run_at} /> },
  {
    key: 'result',
    label: 'Last result',
    width: '6.5rem',
    show: ({ last_result }) =>
      last_result ? (
        <a href={`/jobs/${last_result.job_id}`} title={last_result.error === null ? undefined : legible(last_result.error, 300)}>
          <State state={last_result.status} />
        </a>
      ) : (
        <span class="quiet">none</span>
      ),
  },
  {
    key: 'findings',
    label: 'Open',
    width: '3.5rem',
    number: true,
    wide: true,
    show: (row) => <OpenFindings source={row} />,
  },
  { key: 'connector', label: 'Connector', width: '6.5rem', wide: true, show: (row) => <Reached source={row} /> },
];

/** Paths and addresses differ at their ends. */
function endOf(scope: string): string {
  const [place = '', ...rest] = scope.split(' ');
  const end = place.split('/').at(-1);
  return place.includes('/') && end ? ['…/' + end, ...rest].join(' ') : scope;
}

/** Zero is said only of what was looked at, and a number of an incomplete look is the least there is. */
function OpenFindings({ source: { source_id, open_findings, last_success_at, last_result } }: { source: Source }) {
  const isPartial = last_result?.status === 'partial';
  if (last_success_at === null && !isPartial) return <span title="never looked at">–</span>;
  return (
    <a href={`/sources/${source_id}/findings`} title={isPartial ? 'at least: the last look was incomplete' : undefined}>
      {isPartial && '≥ '}
      {open_findings}
    </a>
  );
}

/** How the connector or cloud connection of a source was at its last check. */
function Reached({ source: { connector_health } }: { source: Source }) {
  if (connector_health === null) return <span class="quiet">–</span>;
  const { name, health, checked_at } = connector_health;
  return (
    <span title={`${legible(name, 100)}, ${checked_at === null ? 'never checked' : `checked ${exactTime(checked_at)}`}`}>
      <State state={health} />
    </span>
  );
}

/** What is looked at: every way in which data arrives. */
export default function Sources() {
  const { route } = useLocation();
  const may = useMay();
  const { values, change } = useAddress(['q', 'kind', 'status', 'owner', 'label', 'enabled', 'selected', 'new', 'connector', 'connection']);
  const enabled = flagIn(values.enabled);
  const query = {
    ...(values.kind !== undefined && { kind: values.kind }),
    ...(values.status !== undefined && { status: values.status }),
    ...(values.owner !== undefined && { owner: values.owner }),
    ...(values.label !== undefined && { label: values.label }),
    ...(values.q !== undefined && { q: values.q }),
    ...(enabled && { enabled }),
  };
  const list = useRows('listSources', { query });
  const selected = new Set(values.selected?.split(',') ?? []);
  const select = (ids: ReadonlySet<string>) => change({ selected: [...ids].join(',') }, 'replace');
  const isFiltered = Object.keys(query).length > 0;
  return (
    <div class="screen-list">
      <Heading title="Sources" about="What is looked at, whose it is, and how the last look went.">
        {may('createSource') && (
          <a class="button primary" href="/sources?new=scan.repo">
            New source
          </a>
        )}
      </Heading>
      <Filters filters={filters} values={values} onChange={change} />
      <CohortBar selected={selected} rows={list.rows} onClear={() => select(new Set())} />
      <Shown query={list.query} what="sources">
        {() =>
          list.rows.length === 0 ? (
            <NoSources isFiltered={isFiltered} />
          ) : (
            <Table
              label="Sources"
              columns={columns}
              rows={list.rows}
              keyOf={({ source_id }) => source_id}
              onMore={list.more}
              total={list.total}
              onOpen={({ source_id }) => route(`/sources/${source_id}`)}
              {...(may('runCohort') && { selection: { selected, onSelect: select } })}
            />
          )
        }
      </Shown>
      {values.new !== undefined && may('createSource') && (
        <CreateSource
          kind={isSourceKind(values.new) ? values.new : 'scan.repo'}
          connector={values.connector}
          connection={values.connection}
          onKind={(chosen) => change({ new: chosen, connector: undefined, connection: undefined }, 'replace')}
          onClose={() => change({ new: undefined, connector: undefined, connection: undefined }, 'replace')}
        />
      )}
    </div>
  );
}

const filters = [
  { name: 'q', label: 'Name', example: 'shop' },
  { name: 'kind', label: 'Kind', many: true, choices: kindNames.map((value) => ({ value, label: sourceKinds[value].label })) },
  {
    name: 'status',
    label: 'Status',
    many: true,
    choices: Object.entries(statuses).map(([value, label]) => ({ value, label: inWords(label) })),
  },
  {
    name: 'enabled',
    label: 'Enabled',
    rare: true,
    choices: [
      { value: 'true', label: 'yes' },
      { value: 'false', label: 'no' },
    ],
  },
  { name: 'owner', label: 'Owner', example: 'platform' },
  { name: 'label', label: 'Label', rare: true, example: 'team:web' },
] as const;

function NoSources({ isFiltered }: { isFiltered: boolean }) {
  const may = useMay();
  if (isFiltered)
    return (
      <Empty title="No source matches these filters">
        <p>Clear a filter to see the others.</p>
      </Empty>
    );
  return (
    <Empty title="Nothing is looked at yet">
      <p>
        There is no source, so there are no findings either: that says nothing about what you run.{' '}
        {may('createSource') ? (
          <a href="/welcome">Start with the first source</a>
        ) : (
          'Ask an analyst or an administrator of the tenant to make one.'
        )}
      </p>
    </Empty>
  );
}
