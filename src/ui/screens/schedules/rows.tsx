import type { Item } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { SmallTable } from '../../parts/small-table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { CronWords } from './cron-words.js';
import { Outcome } from './outcome.js';

/** The schedules of one thing, in a short table. */
export function ScheduleRows({ rows }: { rows: readonly Item<'listSchedules'>[] }) {
  return (
    <SmallTable
      caption="Schedules"
      rows={rows}
      keyOf={({ schedule_id }) => schedule_id}
      columns={[
        {
          label: 'Schedule',
          show: ({ schedule_id, name }) => <a href={`/schedules?schedule=${schedule_id}`}>{legible(name ?? schedule_id, 120)}</a>,
        },
        { label: 'When', show: ({ cron }) => <CronWords cron={cron} /> },
        { label: 'Cron', show: ({ cron }) => <code>{legible(cron, 60)}</code> },
        { label: 'Time zone', show: ({ timezone }) => timezone },
        { label: 'Enabled', show: ({ enabled }) => <Badge tone={enabled ? 'good' : 'idle'}>{enabled ? 'on' : 'off'}</Badge> },
        { label: 'Next run', show: ({ next_run_at }) => <Time at={next_run_at} none="none" /> },
        { label: 'Last outcome', show: (row) => <Outcome schedule={row} /> },
      ]}
    />
  );
}
