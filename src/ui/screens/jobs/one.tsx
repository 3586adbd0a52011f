import './jobs.css';
import type { ScreenProps } from '../../app/screen-props.js';
import type { Answer } from '../../client/call.js';
import { useAsk } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { Facts } from '../../parts/facts.js';
import { Heading, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { scopeInWords, sourceKinds } from '../../words/source-kinds.js';
import { EvidenceRows } from '../sources/evidence-rows.js';
import { JobActions } from './actions.js';
import { Collectors } from './collectors.js';
import { tookInWords, typeWords } from './columns.js';
import { Exports } from './exports.js';
import { Live } from './live.js';
import { isOpen, outcomeOf, summaryOf } from './summary.js';

type Job = Answer<'getScan'>;

/** One job: live while it runs, then what it read, what it could not read, and what it left. */
export default function OneJob({ job_id = '' }: ScreenProps) {
  const query = useAsk('getScan', { params: { job_id } });
  return (
    <Shown query={query} what="the job">
      {(job) => <Found key={job_id} job={job} />}
    </Shown>
  );
}

function Found({ job }: { job: Job }) {
  const hasReport = job.evidence.some(({ kind, bytes_removed_at }) => kind === 'report' && bytes_removed_at === null);
  return (
    <>
      <Heading
        title={
          <>
            {legible(job.source_name ?? job.job_id, 200)} <State state={job.status} />
          </>
        }
        about={
          <>
            {typeWords[job.job_type]}, asked for by {legible(job.requested_by, 120)} <Time at={job.created_at} />
          </>
        }
      >
        <JobActions job={job} />
      </Heading>
      <div class="stack">
        <Outcome job={job} />
        {isOpen(job) && <Live jobId={job.job_id} />}
        <div class="panels">
          <Result job={job} />
          <About job={job} />
        </div>
        {hasReport && !isOpen(job) && <Collectors jobId={job.job_id} />}
        {job.evidence.length > 0 && (
          <section class="panel stack" aria-label="Evidence">
            <h2>Evidence</h2>
            <EvidenceRows rows={job.evidence} />
          </section>
        )}
        {!isOpen(job) && <Exports job={job} hasReport={hasReport} />}
      </div>
    </>
  );
}

/** What the job came to comes first: an incomplete one never looks clean. */
function Outcome({ job }: { job: Job }) {
  const { tone, title, text } = outcomeOf(job);
  const { issues } = summaryOf(job);
  return (
    <p class={`outcome ${tone}`} role="status">
      <Badge tone={tone}>{title}</Badge>
      <span>{legible(text, 1000)}</span>
      {issues > 0 && <a href="#issues">{issues === 1 ? 'One issue is named below' : `${issues} issues are named below`}</a>}
    </p>
  );
}

function Result({ job }: { job: Job }) {
  const { read, findings, changes, verdict, grade, reasons, commit } = summaryOf(job);
  return (
    <section class="panel stack" aria-label="Result">
      <h2>Result</h2>
      {job.result_summary === null ? (
        <p class="quiet">{isOpen(job) ? 'There is none yet.' : 'It left none: what it would have found is not known.'}</p>
      ) : (
        <Facts
          facts={{
            Read: read.length > 0 ? read.join(', ') : 'nothing',
            Findings:
              findings === undefined ? undefined : (
                <>
                  <a href={`/findings?job_id=${job.job_id}`}>{findings}</a>{' '}
                  {job.status === 'partial' && 'in what was read; the rest is not known'}
                </>
              ),
            'Since the last look': changes && `${changes.new} new, ${changes.resolved} resolved`,
            Verdict: verdict && <State state={verdict} />,
            Grade: grade,
            Because: reasons.length > 0 ? legible(reasons.join('; '), 1000) : undefined,
            Commit: commit && <Code text={commit} shown={commit.slice(0, 12)} />,
          }}
        />
      )}
    </section>
  );
}

function About({ job }: { job: Job }) {
  const { job_id, source_id, source_name, target, attempt, retried, cohort_id, schedule_id, trace_id } = job;
  return (
    <section class="panel stack" aria-label="About the job">
      <h2>About the job</h2>
      <Facts
        facts={{
          Source: source_id && <a href={`/sources/${source_id}`}>{legible(source_name ?? source_id, 200)}</a>,
          'Looks at': target && `${sourceKinds[target.kind].label}: ${scopeInWords(target)}`,
          Started: <Time at={job.started_at} none="not yet" />,
          Ended: <Time at={job.finished_at} none="not yet" />,
          Took: tookInWords(job) || undefined,
          Attempts: retried ? <Badge tone="warn">{`retried: attempt ${attempt}`}</Badge> : attempt,
          Cohort: cohort_id && <a href={`/jobs?cohort_id=${cohort_id}`}>{cohort_id}</a>,
          Schedule: schedule_id && <a href={`/schedules?schedule=${schedule_id}`}>{schedule_id}</a>,
          Id: <Code text={job_id} />,
          Trace: <Code text={trace_id} />,
        }}
      />
    </section>
  );
}
