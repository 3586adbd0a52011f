import { useRows } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { SmallTable } from '../../parts/small-table.js';
import { Empty, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';

/** Who can reach this tenant, and how that is known. */
export function Members() {
  const { rows, query, more } = useRows('listMembers', {});
  return (
    <>
      <Shown query={query} what="members">
        {() =>
          rows.length === 0 ? (
            <Empty title="Nobody is known yet" />
          ) : (
            <SmallTable
              caption="Members"
              rows={rows}
              keyOf={({ subject }) => subject}
              columns={[
                { label: 'Who', show: ({ subject }) => legible(subject, 100) },
                { label: 'State', show: ({ active }) => <Badge tone={active ? 'good' : 'idle'}>{active ? 'active' : 'no way in'}</Badge> },
                { label: 'Role', show: ({ role }) => role ?? 'none' },
                { label: 'Known by', show: ({ known_by }) => known_by.join(', ') },
                { label: 'Keys', number: true, show: ({ active_keys }) => active_keys },
                { label: 'Sessions', number: true, show: ({ active_sessions }) => active_sessions },
                { label: 'Last seen', show: ({ last_used_at }) => <Time at={last_used_at} /> },
              ]}
            />
          )
        }
      </Shown>
      {query.hasNextPage && <Button onClick={more}>Show more</Button>}
    </>
  );
}
