import { useState } from 'preact/hooks';
import { useMay } from '../../app/session.js';
import type { Answer, Operation } from '../../client/call.js';
import { useAsk, useChange } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Code } from '../../parts/code.js';
import { Confirm } from '../../parts/confirm.js';
import { Drawer } from '../../parts/drawer.js';
import { Facts } from '../../parts/facts.js';
import { SmallTable } from '../../parts/small-table.js';
import { Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { SourceName } from '../sources/source-name.js';
import { CronWords } from './cron-words.js';

type Schedule = Answer<'getSchedule'>;

const TOUCHES: readonly Operation[] = ['listSchedules', 'getSchedule', 'getSource'];

/** One schedule, with its last runs. */
export function OneSchedule({ id, onClose }: { id: string; onClose(): void }) {
  const query = useAsk('getSchedule', { params: { schedule_id: id } });
  return (
    <Drawer title={legible(query.data?.name ?? 'Schedule', 120)} onClose={onClose}>
      <Shown query={query} what="the schedule">
        {(schedule) => (
          <div class="stack">
            <Actions schedule={schedule} onGone={onClose} />
            <About schedule={schedule} />
            <h3>Last runs</h3>
            <LastRuns runs={schedule.runs} />
          </div>
        )}
      </Shown>
    </Drawer>
  );
}

function About({ schedule }: { schedule: Schedule }) {
  const { schedule_id, source_id, scan_config, cron, timezone, enabled, next_run_at, created_by, created_at } = schedule;
  return (
    <Facts
      facts={{
        When: <CronWords cron={cron} />,
        Cron: <Code text={cron} />,
        'Time zone': timezone,
        Enabled: <Badge tone={enabled ? 'good' : 'idle'}>{enabled ? 'on' : 'off'}</Badge>,
        'Next run': <Time at={next_run_at} none={enabled ? 'none' : 'none while it is off'} />,
        Source: source_id && <SourceName id={source_id} />,
        Cohort: scan_config && (
          <ul class="bullets">
            {scan_config.source_ids.map((source) => (
              <li key={source}>
                <SourceName id={source} />
              </li>
            ))}
          </ul>
        ),
        'Compared if younger than': scan_config && `${scan_config.max_age_hours} hours`,
        Made: (
          <>
            <Time at={created_at} /> by {legible(created_by, 120)}
          </>
        ),
        Id: <Code text={schedule_id} />,
      }}
    />
  );
}

function LastRuns({ runs }: { runs: Schedule['runs'] }) {
  if (runs.length === 0) return <p class="quiet">It has not run yet.</p>;
  return (
    <SmallTable
      caption="Last runs"
      rows={runs}
      keyOf={({ fired_at, scheduled_for }) => `${scheduled_for} ${fired_at}`}
      columns={[
        { label: 'Due', show: ({ scheduled_for }) => <Time at={scheduled_for} /> },
        { label: 'Outcome', show: ({ outcome }) => (outcome === null ? <span class="quiet">unknown</span> : <State state={outcome} />) },
        {
          label: 'Started',
          show: ({ job_id, cohort_id, detail }) =>
            job_id !== null ? (
              <a href={`/jobs/${job_id}`}>the job</a>
            ) : cohort_id !== null ? (
              <a href={`/jobs?cohort_id=${cohort_id}`}>the cohort</a>
            ) : (
              <span class="break">{legible(detail ?? 'nothing', 300)}</span>
            ),
        },
      ]}
    />
  );
}

function Actions({ schedule: { schedule_id, enabled, name }, onGone }: { schedule: Schedule; onGone(): void }) {
  const may = useMay();
  const params = { schedule_id };
  const [asked, setAsked] = useState(false);
  const toggle = useChange('toggleSchedule', TOUCHES);
  const remove = useChange('deleteSchedule', TOUCHES);
  return (
    <div class="row-of">
      {may('toggleSchedule') && (
        <Button
          busy={toggle.isPending}
          onClick={() =>
            toggle.mutate(
              { params, body: { expected_enabled: enabled } },
              { onSuccess: (changed) => toast(changed.enabled ? 'The schedule is on.' : 'The schedule is off.'), onError: toastFailure },
            )
          }
        >
          {enabled ? 'Turn off' : 'Turn on'}
        </Button>
      )}
      {may('deleteSchedule') && (
        <Button kind="danger" onClick={() => setAsked(true)}>
          Delete
        </Button>
      )}
      {asked && (
        <Confirm
          title={`Delete ${legible(name ?? schedule_id, 80)}?`}
          verb="Delete the schedule"
          busy={remove.isPending}
          problem={remove.error?.message}
          onClose={() => setAsked(false)}
          onConfirm={() =>
            remove.mutate(
              { params },
              {
                onSuccess: () => {
                  toast('The schedule is deleted.');
                  onGone();
                },
              },
            )
          }
        >
          <p>Its sources run by it no more. The jobs it has started stay.</p>
        </Confirm>
      )}
    </div>
  );
}
