import type { Answer } from '../../client/call.js';
import { useAsk } from '../../client/queries.js';
import { Code } from '../../parts/code.js';
import { Drawer } from '../../parts/drawer.js';
import { Facts } from '../../parts/facts.js';
import { SeverityMark } from '../../parts/severity.js';
import { Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { nodeLooks, verb } from '../../words/node.js';
import { inText } from '../../words/value.js';
import { asList, fresh, type GraphAddress } from './address.js';

interface Props {
  id: string;
  address: GraphAddress;
}

const MOST = 50;

/** One node: what is known of it, what it is joined to, and where to go from it. */
export function NodePanel({ id, address }: Props) {
  const query = useAsk('getNode', { params: { node_id: id }, query: { depth: 1, limit: MOST } });
  return (
    <div class="graph-panel">
      <Drawer title={legible(query.data?.node.label ?? id, 200)} onClose={() => address.change({ node: undefined })}>
        <Shown query={query} what="the node">
          {(answer) => (
            <div class="stack">
              <Actions id={id} address={address} kind={answer.node.kind} />
              <Known answer={answer} />
              <Neighbours id={id} address={address} answer={answer} />
            </div>
          )}
        </Shown>
      </Drawer>
    </div>
  );
}

function Actions({ id, kind, address }: Props & { kind: Answer<'getNode'>['node']['kind'] }) {
  const grow = address.grow.includes(id) ? undefined : asList([...address.grow, id].slice(-20));
  return (
    <div class="row-of">
      {grow !== undefined && address.of !== 'all' && (
        <a class="button primary" href={address.to({ grow })}>
          Grow from here
        </a>
      )}
      <a class="button" href={address.to(fresh({ of: 'around', from: id, node: id }))}>
        Only its neighbours
      </a>
      <a class="button" href={address.to(fresh({ of: 'impact', from: id }))}>
        Impact
      </a>
      <a class="button" href={address.to(fresh({ of: 'way', from: id }))}>
        Way to …
      </a>
      {kind === 'package' && (
        <a class="button" href={`/findings?component=${encodeURIComponent(id)}`}>
          Its findings
        </a>
      )}
      {id.startsWith('agt_') && (
        <a class="button" href={`/fleet/${encodeURIComponent(id)}`}>
          Open the agent
        </a>
      )}
    </div>
  );
}

function Known({ answer: { node } }: { answer: Answer<'getNode'> }) {
  const properties = Object.entries(node.properties).map(([name, value]) => [
    legible(name, 60),
    <span class="break">{legible(inText(value), 500)}</span>,
  ]);
  return (
    <Facts
      facts={{
        Kind: node.kind,
        Severity: node.severity && <SeverityMark severity={node.severity} />,
        Id: <Code text={node.id} />,
        'First seen': <Time at={node.first_seen} />,
        'Last seen': <Time at={node.last_seen} />,
        Sources: (
          <span class="row-of">
            {node.sources.map((source) => (
              <a key={source} class="mono break" href={`/sources/${encodeURIComponent(source)}`}>
                {source}
              </a>
            ))}
          </span>
        ),
        ...Object.fromEntries(properties),
      }}
    />
  );
}

function Neighbours({ id, address, answer: { nodes, edges, total_nodes } }: Props & { answer: Answer<'getNode'> }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = edges.filter(({ from, to }) => from === id || to === id);
  return (
    <section aria-label="Joined to">
      <h3>Joined to</h3>
      {own.length === 0 && <p class="quiet">Nothing.</p>}
      <ul>
        {own.map((edge) => {
          const other = byId.get(edge.from === id ? edge.to : edge.from);
          if (!other) return null;
          return (
            <li key={`${edge.from} ${edge.kind} ${edge.to}`} class="break">
              <span class="quiet">{verb(edge, id)}</span>{' '}
              <span class={`node-sign ${nodeLooks[other.kind].hue}`} aria-hidden="true">
                {nodeLooks[other.kind].sign}
              </span>{' '}
              <a href={address.to({ node: other.id })}>{legible(other.label, 120)}</a> <span class="quiet">{other.kind}</span>
            </li>
          );
        })}
      </ul>
      {total_nodes > nodes.length && (
        <p class="quiet">
          {nodes.length - 1} of {total_nodes - 1} neighbours. “Only its neighbours” shows more.
        </p>
      )}
    </section>
  );
}
