import type { Answer } from '../../client/call.js';
import { Badge } from '../../parts/badge.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';

type Look = Answer<'getOverview'>;
type State = Look['sources']['items'][number]['state'];

/** Why a source needs a look. */
const STATES: Readonly<Record<State, string>> = {
  incomplete: 'its last run could not read everything',
  empty: 'its last run found nothing to look at',
  never: 'it was never scanned',
  stale: 'it was last scanned long ago',
};

/** What is stale, incomplete or was never looked at: a quiet estate may only be one that nobody looks at. */
export function Attention({ look: { sources, exceptions_ending } }: { look: Look }) {
  return (
    <section class="panel" aria-label="Needs a look">
      <h2>Needs a look</h2>
      <p>
        {sources.scanned} of {sources.total} sources were scanned completely or in part; {sources.incomplete} incomplete,{' '}
        {sources.never_scanned} never scanned, {sources.stale} stale.
      </p>
      {sources.items.length === 0 && exceptions_ending.length === 0 && <p class="quiet">Every source has been read, and lately.</p>}
      <ul class="plain-list">
        {sources.items.map(({ source_id, display_name, state, finished_at, job_id }) => (
          <li key={source_id}>
            <Badge tone={state === 'stale' ? 'idle' : 'warn'}>{state}</Badge>{' '}
            <a href={`/sources/${source_id}`}>{legible(display_name, 100)}</a>: {STATES[state]}
            {finished_at !== null && (
              <>
                , <Time at={finished_at} />
              </>
            )}
            {job_id !== null && (
              <>
                {' '}
                (<a href={`/jobs/${job_id}`}>the run</a>)
              </>
            )}
          </li>
        ))}
        {exceptions_ending.map(({ exception_id, problem_id, expires_at }) => (
          <li key={exception_id}>
            <Badge tone="warn">ends</Badge> The exception for <a href="/compliance/exceptions?status=approved">{legible(problem_id, 80)}</a>{' '}
            ends <Time at={expires_at} />
          </li>
        ))}
      </ul>
    </section>
  );
}
