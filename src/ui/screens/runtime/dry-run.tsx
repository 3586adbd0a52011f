import type { Answer } from '../../client/call.js';
import { State } from '../../parts/badge.js';
import { SmallTable } from '../../parts/small-table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';

const NEEDS = { arguments: 'the arguments', session: 'what the session did before', rate: 'how many calls came before' } as const;

/** What a draft would have done to recorded calls. */
export function DryRun({ result }: { result: Answer<'dryRunGatewayPolicy'> }) {
  const { calls, truncated, unchanged, changed, changed_total, undecidable, examples, limits } = result;
  return (
    <section class="panel stack" aria-label="What it would have done">
      <h2>What it would have done in the last day</h2>
      {calls === 0 ? (
        <p>No calls were recorded in that time, so nothing can be said.</p>
      ) : (
        <p>
          Of {calls.toLocaleString('en')} recorded calls{truncated && ' (the newest ones)'}, {changed_total.toLocaleString('en')} would have
          been decided otherwise, {unchanged.toLocaleString('en')} as they were
          {undecidable.total > 0 && `, and ${undecidable.total.toLocaleString('en')} cannot be told`}.
        </p>
      )}
      {changed.length > 0 && (
        <ul class="row-of">
          {changed.map(({ from, to, count }) => (
            <li key={`${from} ${to}`} class="row-of">
              <b>{count}</b> <State state={from} /> <span class="hidden">becomes</span> <span aria-hidden="true">→</span>{' '}
              <State state={to} />
            </li>
          ))}
        </ul>
      )}
      {undecidable.rules.map(({ rule_id, needs, count }) => (
        <p key={rule_id} class="quiet">
          {count} depend on {needs.map((need) => NEEDS[need]).join(' and ')} (rule {legible(rule_id, 100)}), which is not kept.
        </p>
      ))}
      {examples.length > 0 && (
        <SmallTable
          caption="Examples"
          rows={examples}
          keyOf={({ event_id }) => event_id}
          columns={[
            { label: 'When', show: ({ occurred_at }) => <Time at={occurred_at} /> },
            { label: 'Tool', show: ({ tool, server }) => legible([tool, server].filter(Boolean).join(' of '), 120) },
            { label: 'Agent', show: ({ agent }) => legible(agent ?? '', 100) },
            { label: 'Was', show: ({ from }) => <State state={from} /> },
            { label: 'Would be', show: ({ to }) => <State state={to} /> },
            { label: 'Why', show: ({ reason }) => legible(reason, 200) },
          ]}
        />
      )}
      {limits.map((limit) => (
        <p key={limit} class="quiet">
          {limit}
        </p>
      ))}
    </section>
  );
}
