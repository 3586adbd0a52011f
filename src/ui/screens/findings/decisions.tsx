import { Badge, State } from '../../parts/badge.js';
import { Facts } from '../../parts/facts.js';
import { Policies } from '../../parts/policies.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import type { WholeFinding } from './detail.js';

/** What people and policies decided: the triage, exceptions, suppressions, and policies that apply to the source. */
export function Decisions({ finding: { triage, suppressed, exceptions, policies } }: { finding: WholeFinding }) {
  const { state, assignee, note, decided_at, decided_by, held_until } = triage;
  return (
    <div class="stack">
      {decided_at === null ? (
        <p class="quiet">Nobody has triaged it.</p>
      ) : (
        <Facts
          facts={{
            Triage: state === null ? 'removed' : <State state={state} />,
            Assignee: assignee === null ? undefined : legible(assignee, 200),
            Note: note === null ? undefined : <span class="note">{legible(note)}</span>,
            Decided: (
              <>
                <Time at={decided_at} /> by {legible(decided_by ?? 'somebody', 100)}
              </>
            ),
            'Holds until': held_until === null ? undefined : <Time at={held_until} />,
          }}
        />
      )}
      {suppressed && (
        <p class="notice">
          <Badge tone="warn">suppressed</Badge> The scan set it aside by {suppressed.by}: {legible(suppressed.reason, 500)}
          {suppressed.expires !== null && ` (until ${suppressed.expires})`}
        </p>
      )}
      <ul class="lines">
        {exceptions.length === 0 && <li class="quiet">No exception names it.</li>}
        {exceptions.map(({ exception_id, status, covers, reason, requested_by, decided_by, expires_at }) => (
          <li key={exception_id}>
            <State state={status} /> {covers && <b>covers this finding</b>} exception until <Time at={expires_at} />, requested by{' '}
            {legible(requested_by, 100)}
            {decided_by !== null && `, decided by ${legible(decided_by, 100)}`}: <span class="break">{legible(reason, 500)}</span>
          </li>
        ))}
      </ul>
      <Policies policies={policies} />
    </div>
  );
}
