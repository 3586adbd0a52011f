import { useAsk } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { SmallTable } from '../../parts/small-table.js';
import { Empty, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';

/** Which proxies report, and how they are. */
export function Proxies() {
  const query = useAsk('proxyStatus', {}, { every: 15_000 });
  return (
    <Shown query={query} what="the proxies">
      {({ recent_sessions: sessions, ...totals }) =>
        sessions.length === 0 ? (
          <Empty title="No proxy has reported yet" command="castellan proxy --control-plane URL --key-file FILE -- npx -y SERVER" />
        ) : (
          <div class="stack">
            <p>
              {totals.active_sessions} of {totals.sessions} sessions active, {totals.events.toLocaleString('en')} calls,{' '}
              {totals.blocked.toLocaleString('en')} blocked. Last event <Time at={totals.last_event_at} />.
            </p>
            <SmallTable
              caption="Sessions of proxies"
              rows={sessions}
              keyOf={({ source_id, session_id }) => `${source_id} ${session_id}`}
              columns={[
                { label: 'Agent', show: ({ agent }) => legible(agent ?? '–', 120) },
                { label: 'Server', show: ({ server }) => legible(server ?? '–', 120) },
                { label: 'Calls', number: true, show: ({ events }) => events },
                { label: 'Blocked', number: true, show: ({ blocked }) => blocked },
                { label: 'Alerts', number: true, show: ({ alerts }) => alerts },
                { label: 'Mode', show: ({ heartbeat }) => heartbeat?.mode ?? '–' },
                {
                  label: 'Lost',
                  show: ({ heartbeat }) =>
                    (heartbeat?.dropped ?? 0) > 0 ? (
                      <Badge tone="bad">{heartbeat?.dropped} lost</Badge>
                    ) : (
                      <span class="quiet">none known</span>
                    ),
                },
                {
                  label: 'Heard of',
                  show: ({ heartbeat, last_event_at }) => (
                    <>
                      <Time at={heartbeat?.heard_at ?? last_event_at} /> {heartbeat?.ended && <Badge>ended</Badge>}
                    </>
                  ),
                },
              ]}
            />
          </div>
        )
      }
    </Shown>
  );
}
