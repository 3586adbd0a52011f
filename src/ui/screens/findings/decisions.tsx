import { useMay } from '../../app/session.js';
import { useChange } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Facts } from '../../parts/facts.js';
import { Policies } from '../../parts/policies.js';
import { Time } from '../../parts/time.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import type { WholeFinding } from './view.js';

/** What people and policies decided: the triage, exceptions, suppressions, and policies that apply to the source. */
export function Decisions({ finding: { triage, suppressed, exceptions, policies } }: { finding: WholeFinding }) {
  const { state, assignee, note, decided_at, decided_by, held_until, decision_id } = triage;
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
            'Holds until': held_until === null ? undefined : <Held until={held_until} decisionId={decision_id} />,
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

/** A decision that also holds for versions and sources to come; who triages can end it before its date. */
function Held({ until, decisionId }: { until: string; decisionId: string | null }) {
  const may = useMay()('endTriageDecision');
  const end = useChange('endTriageDecision', ['getFinding', 'listFindings', 'listFindingGroups', 'findingStats', 'listTriageDecisions']);
  return (
    <span class="row-of">
      <Time at={until} /> <span class="quiet">also for later versions and other sources</span>
      {may && decisionId !== null && (
        <Button
          busy={end.isPending}
          onClick={() =>
            end.mutate(
              { params: { decision_id: decisionId } },
              { onSuccess: () => toast('The decision has ended: what it covered has no triage'), onError: toastFailure },
            )
          }
        >
          End it now
        </Button>
      )}
    </span>
  );
}
