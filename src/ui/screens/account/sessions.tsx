import { useChange, useRows } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { SmallTable } from '../../parts/small-table.js';
import { Empty, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';

/** Sessions of browsers: one's own, for an administrator those of the tenant. */
export function Sessions() {
  const { rows, query, more } = useRows('listSessions', {});
  const end = useChange('endSession', ['listSessions', 'listMembers']);
  return (
    <>
      <Shown query={query} what="sessions">
        {() =>
          rows.length === 0 ? (
            <Empty title="Nobody is signed in by a session">
              <p>Calls with a key, a token or through a proxy open none.</p>
            </Empty>
          ) : (
            <SmallTable
              caption="Sessions"
              rows={rows}
              keyOf={({ session_id }) => session_id}
              columns={[
                {
                  label: 'Who',
                  show: ({ subject, current }) => (
                    <>
                      {legible(subject, 80)} {current && <Badge tone="good">this one</Badge>}
                    </>
                  ),
                },
                { label: 'Role', show: ({ role }) => role },
                { label: 'Signed in by', show: ({ opened_by }) => opened_by.replace('_', ' ') },
                { label: 'Since', show: ({ created_at }) => <Time at={created_at} /> },
                { label: 'Last used', show: ({ last_used_at }) => <Time at={last_used_at} /> },
                { label: 'Ends', show: ({ expires_at }) => <Time at={expires_at} /> },
                {
                  label: 'Actions',
                  show: ({ session_id, subject }) => (
                    <Button
                      busy={end.isPending}
                      onClick={() =>
                        end.mutate(
                          { params: { session_id } },
                          { onSuccess: () => toast(`A session of ${legible(subject, 60)} has ended.`), onError: toastFailure },
                        )
                      }
                    >
                      End
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Shown>
      {query.hasNextPage && <Button onClick={more}>Show more</Button>}
    </>
  );
}
