import type { ComponentChildren } from 'preact';
import type { Answer } from '../../client/call.js';
import { useAsk } from '../../client/queries.js';
import { Empty, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';

type Gaps = Answer<'getGovernance'>;

/** What nobody looks after. */
export function Governance() {
  const query = useAsk('getGovernance', {});
  return (
    <Shown query={query} what="governance gaps">
      {(gaps) =>
        gaps.total === 0 ? (
          <Empty title="Nothing is left alone">
            <p>Every source has an owner, credentials were validated, agents report, servers are governed, and no exception ends soon.</p>
          </Empty>
        ) : (
          <div class="stack">
            <Group title="Sources without an owner" gap={gaps.unowned_sources}>
              {gaps.unowned_sources.items.map(({ source_id, display_name, reason }) => (
                <li key={source_id}>
                  <a href={`/sources/${source_id}`}>{legible(display_name, 120)}</a> <span class="quiet">{reason}</span>
                </li>
              ))}
            </Group>
            <Group title="Credentials to validate" gap={gaps.overdue_credentials}>
              {gaps.overdue_credentials.items.map(({ credential_ref_id, display_name, provider, reason, last_validated_at }) => (
                <li key={credential_ref_id}>
                  <a href="/connections/credentials">{legible(display_name ?? credential_ref_id, 120)}</a> ({provider}){' '}
                  <span class="quiet">
                    {reason}; last validated <Time at={last_validated_at} />
                  </span>
                </li>
              ))}
            </Group>
            <Group title="Agents that no longer report" gap={gaps.stale_agents}>
              {gaps.stale_agents.items.map(({ agent_id, name, device, last_seen }) => (
                <li key={agent_id}>
                  <a href={`/fleet/${agent_id}`}>{legible(name, 120)}</a> on {legible(device, 80)}{' '}
                  <span class="quiet">
                    last seen <Time at={last_seen} />
                  </span>
                </li>
              ))}
            </Group>
            <Group title="MCP servers without a policy" gap={gaps.ungoverned_servers}>
              {gaps.ungoverned_servers.items.map(({ name, url, command, agents }) => (
                <li key={`${name} ${url} ${command}`}>
                  <a href="/runtime/upstreams">{legible(name, 120)}</a>{' '}
                  <span class="quiet">
                    <code>{legible(url ?? command ?? '', 120)}</code>, used by {agents.length} {agents.length === 1 ? 'agent' : 'agents'}
                  </span>
                </li>
              ))}
            </Group>
            <Group title="Exceptions that end soon" gap={gaps.expiring_exceptions}>
              {gaps.expiring_exceptions.items.map(({ exception_id, problem_id, requested_by, days_left }) => (
                <li key={exception_id}>
                  <a href={`/compliance/exceptions?status=approved`}>{legible(problem_id, 120)}</a>{' '}
                  <span class="quiet">
                    {days_left} {days_left === 1 ? 'day' : 'days'} left, asked for by {legible(requested_by, 80)}
                  </span>
                </li>
              ))}
            </Group>
          </div>
        )
      }
    </Shown>
  );
}

function Group({
  title,
  gap,
  children,
}: {
  title: string;
  gap: Gaps['unowned_sources' | 'stale_agents' | 'overdue_credentials' | 'ungoverned_servers' | 'expiring_exceptions'];
  children: ComponentChildren;
}) {
  if (gap.count === 0) return null;
  return (
    <section class="panel">
      <h2>
        {title} <span class="count">{gap.count}</span>
      </h2>
      <ul class="plain-list">{children}</ul>
      {gap.truncated && <p class="quiet">The first {gap.items.length} are shown.</p>}
    </section>
  );
}
