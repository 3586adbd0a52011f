import { useLocation } from 'preact-iso';
import type { Answer } from '../../client/call.js';
import { useAsk, useRows } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { SeverityMark } from '../../parts/severity.js';
import { SmallTable } from '../../parts/small-table.js';
import { Empty, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { sourceKinds } from '../../words/source-kinds.js';
import { inWords } from '../../words/state.js';
import { inText } from '../../words/value.js';
import { JobRows } from '../jobs/rows.js';
import { summaryOf } from '../jobs/summary.js';
import { ScheduleRows } from '../schedules/rows.js';
import { EvidenceRows } from './evidence-rows.js';

interface Props {
  source: Answer<'getSource'>;
}

export function SourceJobs({ source: { source_id, kind, linked } }: Props) {
  const every = linked.active_jobs > 0 ? { every: 10_000 } : {};
  const { rows, query, more } = useRows('listSourceJobs', { params: { source_id } }, every);
  return (
    <Shown query={query} what="jobs">
      {() =>
        rows.length === 0 ? (
          <Empty title={sourceKinds[kind].runs ? 'It has never run' : 'Nothing has been pushed to it yet'} />
        ) : (
          <>
            <JobRows rows={rows} />
            {query.hasNextPage && <Button onClick={more}>Show more</Button>}
          </>
        )
      }
    </Shown>
  );
}

export function SourceSchedules({ source: { source_id, kind } }: Props) {
  const { rows, query, more } = useRows('listSchedules', { query: { source_id } });
  return (
    <Shown query={query} what="schedules">
      {() =>
        rows.length === 0 ? (
          <Empty title="No schedule runs it alone">
            <p>
              {sourceKinds[kind].runs
                ? 'It runs when somebody runs it, or as part of a cohort.'
                : 'Data is pushed to it; there is nothing to schedule.'}
            </p>
          </Empty>
        ) : (
          <>
            <ScheduleRows rows={rows} />
            {query.hasNextPage && <Button onClick={more}>Show more</Button>}
          </>
        )
      }
    </Shown>
  );
}

export function SourceEvidence({ source: { source_id } }: Props) {
  const { rows, query, more } = useRows('listEvidence', { query: { source_id } });
  return (
    <Shown query={query} what="evidence">
      {() =>
        rows.length === 0 ? (
          <Empty title="No job of it has left evidence">
            <p>Evidence is what a job read, with its hash. Failed and cancelled jobs leave none.</p>
          </Empty>
        ) : (
          <>
            <EvidenceRows rows={rows} />
            {query.hasNextPage && <Button onClick={more}>Show more</Button>}
          </>
        )
      }
    </Shown>
  );
}

export function SourceAudit({ source: { source_id } }: Props) {
  const { rows, query, more } = useRows('listAudit', { query: { target_id: source_id } });
  return (
    <Shown query={query} what="the audit trail">
      {() =>
        rows.length === 0 ? (
          <Empty title="No event is about this source">
            <p>Sources that a push made have the events of the push.</p>
          </Empty>
        ) : (
          <>
            <SmallTable
              caption="Audit events"
              rows={rows}
              keyOf={({ event_id }) => event_id}
              columns={[
                { label: 'When', show: ({ timestamp }) => <Time at={timestamp} /> },
                { label: 'Who', show: ({ actor }) => <span class="break">{legible(actor, 120)}</span> },
                { label: 'What', show: ({ action }) => action },
                { label: 'Outcome', show: ({ outcome }) => inWords(outcome) },
                { label: 'Details', show: ({ details }) => <span class="break">{detailsInWords(details)}</span> },
              ]}
            />
            {query.hasNextPage && <Button onClick={more}>Show more</Button>}
          </>
        )
      }
    </Shown>
  );
}

function detailsInWords(details: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(details).map(([name, value]) => `${inWords(name)}: ${inText(value)}`);
  return legible(parts.join(', '), 400);
}

export function SourceFindings({ source }: Props) {
  const { source_id, last_result } = source;
  const { route } = useLocation();
  const { rows, query, more } = useRows('listFindings', { query: { source_id, status: 'open' } });
  return (
    <Shown query={query} what="findings">
      {() =>
        rows.length === 0 ? (
          <NoFindings last={last_result} />
        ) : (
          <>
            <SmallTable
              caption="Open findings"
              rows={rows}
              keyOf={({ finding_id }) => finding_id}
              columns={[
                { label: 'Severity', show: ({ severity }) => <SeverityMark severity={severity} /> },
                {
                  label: 'Finding',
                  show: ({ finding_id, id, title }) => (
                    <a class="break" href={`/findings/${finding_id}`}>
                      {legible(`${id} ${title}`, 300)}
                    </a>
                  ),
                },
                { label: 'In', show: ({ component, subject }) => <span class="break">{legible(component ?? subject ?? '', 200)}</span> },
                { label: 'First seen', show: ({ first_seen }) => <Time at={first_seen} /> },
              ]}
            />
            <div class="row-of">
              {query.hasNextPage && <Button onClick={more}>Show more</Button>}
              <Button onClick={() => route(`/findings?source_id=${source_id}`)}>Triage them under Findings</Button>
            </div>
          </>
        )
      }
    </Shown>
  );
}

/** Nothing found, nothing looked at, and not everything looked at never look alike. */
function NoFindings({ last }: { last: Props['source']['last_result'] }) {
  const { data: job } = useAsk('getScan', { params: { job_id: last?.job_id ?? '' } }, { enabled: last !== null });
  if (last === null)
    return (
      <Empty title="Nothing was looked at yet">
        <p>There are no findings because nothing has been read, not because nothing is wrong.</p>
      </Empty>
    );
  if (last.status !== 'succeeded')
    return (
      <Empty title="No open finding, but the last look was incomplete">
        <p>The last job ended as {inWords(last.status)}. There may be findings where it could not read.</p>
      </Empty>
    );
  if (job && summaryOf(job).coverage === 'empty')
    return (
      <Empty title="There was nothing to look at">
        <p>The last job found nothing in its scope that it could read. That is no clean result: is the scope right?</p>
      </Empty>
    );
  return (
    <Empty title="The last look found nothing">
      <p>The last job read everything in its scope and left no open finding.</p>
    </Empty>
  );
}
