import type { Item } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { Drawer } from '../../parts/drawer.js';
import { Facts } from '../../parts/facts.js';
import { legible } from '../../words/legible.js';
import { exactTime } from '../../words/time.js';

type ProxyEvent = Item<'listProxyEvents'>;

/** One decision: what was called, by whom, what decided it. Arguments are shapes, never values. */
export function EventPanel({ event, onClose }: { event: ProxyEvent; onClose(): void }) {
  const { policy_id: policy, rule_id: rule, would_decide: would } = event;
  return (
    <Drawer title={legible(event.tool ?? event.method ?? 'Decision', 120)} onClose={onClose}>
      <Facts
        facts={{
          Decision: <State state={event.decision} />,
          'If all were enforced': would === event.decision ? undefined : <State state={would} />,
          Why: event.reason === null ? undefined : legible(event.reason),
          Policy:
            policy === null ? undefined : /^pol_/.test(policy) ? (
              <a href={`/runtime/policies?policy=${policy}`}>{policy}</a>
            ) : (
              legible(policy, 200)
            ),
          Rule: rule === null ? undefined : <Code text={rule} />,
          Severity: event.severity,
          Mode: event.mode,
          Agent: event.agent === null ? undefined : legible(event.agent, 200),
          Server: event.server === null ? undefined : legible(event.server, 200),
          Method: event.method === null ? undefined : legible(event.method, 200),
          Arguments: <Shape shape={event.argument_shape} />,
          'Took place': exactTime(event.occurred_at),
          Received: exactTime(event.received_at),
          Session: event.session_id === null ? undefined : <Code text={event.session_id} />,
          Source: event.source_id === null ? undefined : <a href={`/sources/${event.source_id}`}>{event.source_id}</a>,
          Trace: event.trace_id === null ? undefined : <Code text={event.trace_id} />,
          Event: <Code text={event.event_id} />,
        }}
      />
    </Drawer>
  );
}

function Shape({ shape }: { shape: ProxyEvent['argument_shape'] }) {
  const names = Object.entries(shape ?? {});
  if (names.length === 0) return <span class="quiet">none</span>;
  return (
    <ul>
      {names.map(([name, kind]) => (
        <li key={name}>
          <code class="break">{legible(name, 120)}</code> <span class="quiet">{legible(kind, 40)}</span>
        </li>
      ))}
    </ul>
  );
}
