import { useReducer } from 'preact/hooks';
import { addressOf } from '../../client/call.js';
import { useRefresh } from '../../client/queries.js';
import { useStream } from '../../client/stream.js';
import { Badge } from '../../parts/badge.js';
import type { Tone } from '../../words/state.js';

/** The steps of a scan, in their order, in words. */
const STEPS: Readonly<Record<string, string>> = {
  collect: 'Read what is there',
  match: 'Look packages up',
  detect: 'Judge',
  graph: 'Join into a graph',
  policy: 'Apply policy',
};
const NAMES = Object.keys(STEPS);
const EVENTS = ['queued', 'started', 'step', 'progress', 'finding', 'finished'];

interface Progress {
  step: string | undefined;
  done: number;
  total: number | undefined;
  findings: number;
  attempt: number;
}

const NOTHING: Progress = { step: undefined, done: 0, total: undefined, findings: 0, attempt: 0 };

/** Follows a job that has not ended by its events; when it ends, whatever shows it is asked anew. */
export function Live({ jobId }: { jobId: string }) {
  const [progress, take] = useReducer(next, NOTHING);
  const refresh = useRefresh();
  const state = useStream(addressOf('streamScan', { params: { job_id: jobId } }), EVENTS, (name, data) => {
    take({ name, data });
    if (name === 'started') void refresh(['getScan']);
    if (name === 'finished')
      void refresh(['getScan', 'listJobs', 'listSourceJobs', 'getSource', 'listSources', 'listFindings', 'getPosture', 'listSchedules']);
  });
  const at = NAMES.indexOf(progress.step ?? '');
  return (
    <section class="panel stack" aria-label="Live">
      <h2>Live {state === 'broken' && <Badge tone="warn">the connection is lost; trying again</Badge>}</h2>
      <ol class="steps">
        {NAMES.map((name, index) => (
          <li key={name} aria-current={index === at ? 'step' : undefined}>
            <Badge tone={toneOf(index, at)}>{STEPS[name]}</Badge>
          </li>
        ))}
      </ol>
      <p aria-live="polite">
        {progress.attempt > 1 && `Attempt ${progress.attempt}. `}
        {progress.step === undefined
          ? 'No step has begun.'
          : `${progress.done}${progress.total === undefined ? '' : ` of ${progress.total}`} read.`}{' '}
        {progress.findings > 0 && `${progress.findings} ${progress.findings === 1 ? 'finding' : 'findings'} so far.`}
      </p>
    </section>
  );
}

function toneOf(index: number, at: number): Tone {
  if (index === at) return 'busy';
  return index < at ? 'good' : 'idle';
}

function next(progress: Progress, { name, data }: { name: string; data: unknown }): Progress {
  const held: Readonly<Record<string, unknown>> = typeof data === 'object' && data !== null ? { ...data } : {};
  const { step, done, total, attempt } = held;
  switch (name) {
    case 'started':
      return { ...NOTHING, attempt: typeof attempt === 'number' ? attempt : 1 };
    case 'step':
      return { ...progress, step: typeof step === 'string' ? step : progress.step };
    case 'progress':
      return { ...progress, done: typeof done === 'number' ? done : progress.done, total: typeof total === 'number' ? total : undefined };
    case 'finding':
      return { ...progress, findings: progress.findings + 1 };
    default:
      return progress;
  }
}
