import type { Answer } from '../../client/call.js';
import { SeverityMark } from '../../parts/severity.js';
import { legible } from '../../words/legible.js';

type Exposure = Answer<'getOverview'>['exposure_paths'];

/** The worst ways from a finding to what it endangers. */
export function Paths({ paths }: { paths: Exposure }) {
  return (
    <section class="panel" aria-label="Worst exposure paths">
      <h2>
        Worst exposure paths <span class="count">{paths.total}</span>
      </h2>
      {paths.items.length === 0 ? (
        <p class="quiet">No open finding leads to an agent, a credential or data that is known.</p>
      ) : (
        <ol class="paths">
          {paths.items.map(({ id, severity, nodes, why }) => (
            <li key={id}>
              <a href={`/graph?path=${encodeURIComponent(id)}`} title={legible(why, 300)}>
                {nodes.map(({ id: node, label, kind }, at) => (
                  <span key={node}>
                    {at > 0 && <span aria-hidden="true"> → </span>}
                    <span class="quiet">{kind.replace('_', ' ')}</span> {legible(label, 60)}
                  </span>
                ))}
              </a>{' '}
              <SeverityMark severity={severity} />
            </li>
          ))}
        </ol>
      )}
      {paths.total > paths.items.length && <a href="/graph">All {paths.total} paths</a>}
    </section>
  );
}
