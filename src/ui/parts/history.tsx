import { legible } from '../words/legible.js';
import { inText } from '../words/value.js';
import { State } from './badge.js';
import { Time } from './time.js';

interface AuditEvent {
  event_id: string;
  timestamp: string;
  actor: string;
  action: string;
  outcome: string;
  details: Record<string, unknown>;
}

/** Events of the audit log, newest first. */
export function History({ events }: { events: readonly AuditEvent[] }) {
  if (events.length === 0) return <p class="quiet">The audit log has no event about it.</p>;
  return (
    <ol class="lines">
      {events.map(({ event_id, timestamp, actor, action, outcome, details }) => (
        <li key={event_id}>
          <Time at={timestamp} /> <b>{legible(actor, 100)}</b> <span class="mono">{action}</span>{' '}
          {outcome !== 'success' && <State state={outcome} />} <span class="quiet break">{saidOf(details)}</span>
        </li>
      ))}
    </ol>
  );
}

function saidOf(details: Record<string, unknown>): string {
  const known = Object.entries(details).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return legible(known.map(([name, value]) => `${name} ${inText(value)}`).join(', '), 300);
}
