import './schedules.css';
import { flagIn, useAddress } from '../../app/address.js';
import { useMay } from '../../app/session.js';
import { type Item, useAsk, useRows } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Filters } from '../../parts/filters.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { SourceName } from '../sources/source-name.js';
import { CreateSchedule } from './create.js';
import { CronWords } from './cron-words.js';
import { OneSchedule } from './one.js';
import { Outcome } from './outcome.js';

type Schedule = Item<'listSchedules'>;

const columns: readonly Column<Schedule>[] = [
  { key: 'name', label: 'Name', width: 'minmax(5rem, 2fr)', show: (row) => legible(row.name ?? row.schedule_id, 120) },
  { key: 'words', label: 'When', width: 'minmax(6rem, 3fr)', show: ({ cron }) => <CronWords cron={cron} /> },
  { key: 'cron', label: 'Cron', width: '7rem', wide: 'first', show: ({ cron }) => <code title={cron}>{legible(cron, 60)}</code> },
  { key: 'zone', label: 'Time zone', width: '8rem', wide: 'first', show: ({ timezone }) => timezone },
  { key: 'runs', label: 'Runs', width: 'minmax(7rem, 2fr)', wide: true, show: (row) => <Runs schedule={row} /> },
  {
    key: 'enabled',
    label: 'Enabled',
    width: '4.5rem',
    show: ({ enabled }) => <Badge tone={enabled ? 'good' : 'idle'}>{enabled ? 'on' : 'off'}</Badge>,
  },
  { key: 'next', label: 'Next run', width: '7rem', wide: 'very', show: ({ next_run_at }) => <Time at={next_run_at} none="none" /> },
  { key: 'last', label: 'Last outcome', width: 'minmax(11rem, 1fr)', wide: true, show: (row) => <Outcome schedule={row} /> },
];

/** What a schedule runs: one source, or several as a cohort. */
export function Runs({ schedule: { source_id, scan_config } }: { schedule: Pick<Schedule, 'source_id' | 'scan_config'> }) {
  if (source_id !== null) return <SourceName id={source_id} />;
  return <>{scan_config === null ? 'nothing' : `${scan_config.source_ids.length} sources as a cohort`}</>;
}

/** When sources are looked at by themselves. */
export default function Schedules() {
  const { values, change } = useAddress(['enabled', 'schedule', 'new', 'source_id']);
  const may = useMay();
  const enabled = flagIn(values.enabled);
  const query = { ...(enabled && { enabled }), ...(values.source_id !== undefined && { source_id: values.source_id }) };
  const list = useRows('listSchedules', { query });
  return (
    <div class="screen-list">
      <Heading title="Schedules" about="When sources are looked at by themselves. One server fires each time once.">
        {may('createSchedule') && (
          <a class="button primary" href="/schedules?new=yes">
            New schedule
          </a>
        )}
      </Heading>
      <Filters filters={filters} values={values} onChange={change} />
      <Shown query={list.query} what="schedules">
        {() =>
          list.rows.length === 0 ? (
            <NoSchedules isFiltered={Object.keys(query).length > 0} />
          ) : (
            <Table
              label="Schedules"
              columns={columns}
              rows={list.rows}
              keyOf={({ schedule_id }) => schedule_id}
              open={values.schedule}
              onMore={list.more}
              total={list.total}
              onOpen={({ schedule_id }) => change({ schedule: schedule_id, new: undefined })}
            />
          )
        }
      </Shown>
      {values.schedule !== undefined && (
        <OneSchedule key={values.schedule} id={values.schedule} onClose={() => change({ schedule: undefined })} />
      )}
      {values.new !== undefined && may('createSchedule') && (
        <CreateSchedule
          sourceId={values.new.startsWith('src_') ? values.new : undefined}
          onClose={() => change({ new: undefined }, 'replace')}
          onMade={(schedule) => change({ new: undefined, schedule }, 'replace')}
        />
      )}
    </div>
  );
}

const filters = [
  {
    name: 'enabled',
    label: 'Enabled',
    choices: [
      { value: 'true', label: 'on' },
      { value: 'false', label: 'off' },
    ],
  },
  { name: 'source_id', label: 'Source', rare: true, example: 'src_…' },
] as const;

function NoSchedules({ isFiltered }: { isFiltered: boolean }) {
  const may = useMay();
  const sources = useAsk('listSources', { query: { limit: 1 } });
  if (isFiltered)
    return (
      <Empty title="No schedule matches these filters">
        <p>Clear a filter to see the others.</p>
      </Empty>
    );
  return (
    <Empty title="Nothing runs by itself">
      <p>
        Sources are looked at only when somebody runs them, so what is found grows old.{' '}
        {sources.data?.items.length === 0
          ? 'There is no source to schedule yet.'
          : may('createSchedule')
            ? 'Make a schedule for the first one.'
            : 'An analyst of the tenant can make a schedule.'}
      </p>
    </Empty>
  );
}
