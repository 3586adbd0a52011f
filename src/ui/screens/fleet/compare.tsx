import { useAddress } from '../../app/address.js';
import type { Answer } from '../../client/call.js';
import { useAsk, useRows } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { ChoiceField } from '../../parts/form.js';
import { Empty, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { exactTime } from '../../words/time.js';
import { Differences } from './differences.js';

const WEEK_MS = 7 * 86_400_000;

/** An agent beside another one, or beside itself at a time; which is in the address. */
export function Compare({ agentId }: { agentId: string }) {
  const { values, change } = useAddress(['with', 'at']);
  const { data: others } = useAsk('listFleet', { query: { limit: 200 } });
  const choices = others?.items.filter(({ agent_id }) => agent_id !== agentId) ?? [];
  const asksFor = values.with !== undefined || values.at !== undefined;
  return (
    <div class="stack">
      <div class="fleet-compare">
        <ChoiceField
          label="With another agent"
          value={values.with}
          none="choose one"
          choices={choices.map(({ agent_id, name, device }) => ({ value: agent_id, label: legible(`${name} on ${device}`, 80) }))}
          onChange={(other) => change({ with: other, at: undefined })}
        />
        <Button onClick={() => change({ at: new Date(Date.now() - WEEK_MS).toISOString(), with: undefined })}>With last week</Button>
      </div>
      <History agentId={agentId} onChoose={(at) => change({ at, with: undefined })} />
      {asksFor ? (
        <Compared agentId={agentId} asked={values.with === undefined ? { at: values.at } : { with: values.with }} />
      ) : (
        <p class="quiet">Choose another agent, or a time at which this one was seen.</p>
      )}
    </div>
  );
}

function History({ agentId, onChoose }: { agentId: string; onChoose(at: string): void }) {
  const { rows, query, more } = useRows('listAgentHistory', { params: { agent_id: agentId } });
  return (
    <details>
      <summary>Times at which it changed or was approved</summary>
      <ol class="fleet-history">
        {rows.map(({ seen_at, is_pin, servers, tools, credentials }) => (
          <li key={`${seen_at} ${is_pin}`} class="row-of">
            <Button kind="quiet" onClick={() => onChoose(seen_at)}>
              <Time at={seen_at} />
            </Button>
            <span class="quiet">
              {servers} servers, {tools} tools, {credentials} credentials
            </span>
            {is_pin && <Badge tone="good">approved</Badge>}
          </li>
        ))}
      </ol>
      {query.hasNextPage && <Button onClick={more}>Show more</Button>}
    </details>
  );
}

/** Asked with `pins`: beside what was approved. */
export function Compared({ agentId, asked }: { agentId: string; asked: { with?: string; at?: string | undefined; pins?: 'true' } }) {
  const query = useAsk('compareAgent', { params: { agent_id: agentId }, query: asked });
  return (
    <Shown query={query} what="the comparison">
      {({ other, differences }) => (
        <section aria-label="Comparison" class="stack fleet-differences">
          <p>
            {sayOf(differences.length)} <Other other={other} />.
          </p>
          {differences.length === 0 ? (
            <Empty title="Nothing differs">
              <p>Servers, tools, credential names and every field are the same.</p>
            </Empty>
          ) : (
            <Differences
              differences={differences}
              was={other.what === 'pins' ? 'Approved' : other.what === 'time' ? 'Then' : 'The other'}
            />
          )}
        </section>
      )}
    </Shown>
  );
}

function sayOf(count: number): string {
  return count === 0 ? 'No differences to' : count === 1 ? 'One difference to' : `${count} differences to`;
}

function Other({ other: { what, agent_id, name, as_of } }: Pick<Answer<'compareAgent'>, 'other'>) {
  if (what === 'agent') return <a href={`/fleet/${agent_id}`}>{legible(name, 120)}</a>;
  const when = as_of === null ? '' : exactTime(as_of);
  return <b>{what === 'pins' ? `what was approved on ${when}` : `what it was on ${when}`}</b>;
}
