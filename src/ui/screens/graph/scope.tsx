import { useState } from 'preact/hooks';
import { useAsk } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { Filters } from '../../parts/filters.js';
import { legible } from '../../words/legible.js';
import { nodeLooks } from '../../words/node.js';
import { severities } from '../../words/severity.js';
import { fresh, type GraphAddress } from './address.js';

/** What the picture is of: exposure paths, the whole graph, or something about one node. */
export function Scope({ address }: { address: GraphAddress }) {
  const { of, severity, source_id } = address;
  const { data: sources } = useAsk('listSources', { query: { limit: 200 } });
  const choices = sources?.items.map((one) => ({ value: one.source_id, label: legible(one.display_name ?? one.source_id, 60) })) ?? [];
  const bySource = { name: 'source_id', label: 'Source', choices } as const;
  const bySeverity = {
    name: 'severity',
    label: 'Severity',
    choices: severities.map((one) => ({ value: one, label: one })),
  } as const;
  return (
    <div class="graph-scope">
      <nav aria-label="What is shown" class="row-of">
        <a class="button" href={address.to(fresh({}))} aria-current={of === undefined ? 'true' : undefined}>
          Exposure paths
        </a>
        <a class="button" href={address.to(fresh({ of: 'all', view: 'map' }))} aria-current={of === 'all' ? 'true' : undefined}>
          Whole graph
        </a>
      </nav>
      {(of === undefined || of === 'all') && (
        <Filters
          filters={of === undefined ? [bySeverity, bySource] : [bySource]}
          values={{ ...(severity !== undefined && of === undefined && { severity }), ...(source_id !== undefined && { source_id }) }}
          onChange={(change) => address.change(change)}
        />
      )}
      <Search address={address} />
      <About address={address} />
    </div>
  );
}

/** Says what a picture about one or two nodes is of. */
function About({ address: { of, from, until, grow, change } }: { address: GraphAddress }) {
  const sentence = { around: 'What is around', impact: 'What a compromise affects of', way: 'The way from' }[of ?? ''];
  return (
    <>
      {sentence !== undefined && from !== undefined && (
        <p class="notice">
          {sentence} <NodeName id={from} />
          {of === 'way' && (until === undefined ? ' to … search the other end above.' : ' to ')}
          {of === 'way' && until !== undefined && <NodeName id={until} />}
        </p>
      )}
      {grow.length > 0 && (
        <p class="notice">
          Grown around {grow.length === 1 ? 'one node' : `${grow.length} nodes`} more.
          <Button onClick={() => change({ grow: undefined })}>Take it back</Button>
        </p>
      )}
    </>
  );
}

function NodeName({ id }: { id: string }) {
  const { data } = useAsk('getNode', { params: { node_id: id }, query: { depth: 1, limit: 1 } });
  return <b class="break">{legible(data?.node.label ?? id, 120)}</b>;
}

/** Finds a node of the whole graph by the words of its name. */
function Search({ address }: { address: GraphAddress }) {
  const { find } = address;
  const [typed, setTyped] = useState(find ?? '');
  const { data, error } = useAsk('searchGraph', { query: { q: find ?? '', limit: 20 } }, { enabled: find !== undefined, keep: true });
  const asksOtherEnd = address.of === 'way' && address.until === undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    address.change({ find: typed.trim() || undefined });
  };
  return (
    <search class="graph-search">
      <form onSubmit={submit} class="row-of">
        <input
          type="search"
          aria-label="Find a node"
          placeholder="Find a node by name"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">Find</Button>
      </form>
      {find !== undefined && (
        <div class="graph-hits" role="status">
          {error && <p>{error.message}</p>}
          {data?.items.length === 0 && <p class="quiet">No node’s name or id holds “{legible(find, 60)}”.</p>}
          {data && data.items.length > 0 && (
            <ul>
              {data.items.map((node) => (
                <li key={node.id}>
                  <a
                    href={address.to(
                      asksOtherEnd ? { until: node.id, find: undefined } : fresh({ of: 'around', from: node.id, node: node.id }),
                    )}
                  >
                    <span class={`node-sign ${nodeLooks[node.kind].hue}`} aria-hidden="true">
                      {nodeLooks[node.kind].sign}
                    </span>{' '}
                    {legible(node.label, 120)} <span class="quiet">{node.kind}</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
          {data?.truncated && (
            <p class="quiet">
              {data.items.length} of {data.total}. Add a word to narrow it.
            </p>
          )}
        </div>
      )}
    </search>
  );
}
