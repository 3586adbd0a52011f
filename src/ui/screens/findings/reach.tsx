import { Flow } from '../../parts/flow.js';
import type { WholeFinding } from './view.js';
import { graphAddress } from './why.js';

/** The way from the package to servers, agents, credentials and tools. */
export function Reach({ reach: { nodes, edges, total_nodes, truncated } }: Pick<WholeFinding, 'reach'>) {
  const [start] = nodes;
  if (!start)
    return (
      <p class="quiet">
        The graph joins it to no server or agent. <a href="/fleet">Sync the agents</a> of your machines to see what it reaches.
      </p>
    );
  return (
    <div class="stack">
      <Flow label="What the finding reaches" nodes={nodes} edges={edges} start={start.id} to={({ id }) => graphAddress(id)} perColumn={6} />
      {truncated && (
        <p class="quiet">
          {total_nodes - nodes.length} more are not shown. <a href={graphAddress(start.id)}>See all in the graph</a>
        </p>
      )}
    </div>
  );
}
