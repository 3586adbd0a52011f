import type { Answer } from '../../client/call.js';
import { SeverityMark } from '../../parts/severity.js';
import { legible } from '../../words/legible.js';
import { fresh, type GraphAddress } from './address.js';
import type { ExposurePath } from './picture.js';

interface Props {
  address: GraphAddress;
  answer: Answer<'listExposurePaths'>;
  chosen: ExposurePath | undefined;
}

/** The exposure paths, worst first; the chosen one is in the address. */
export function PathList({ address, answer: { items, total, truncated }, chosen }: Props) {
  if (items.length === 0) return null;
  return (
    <nav class="graph-paths" aria-label="Exposure paths">
      <ol>
        {items.map((path) => (
          <li key={path.id}>
            <a href={address.to({ ...fresh({ path: path.id }) })} aria-current={path.id === chosen?.id ? 'true' : undefined}>
              <span class="graph-score" title="Score, 0 to 100">
                {path.score}
              </span>
              <b>{legible(path.finding.id, 80)}</b>
              <SeverityMark severity={path.finding.severity} />
              <span class="quiet">{wayOf(path)}</span>
            </a>
          </li>
        ))}
      </ol>
      {truncated && (
        <p class="quiet">
          {items.length} of {total} paths, the highest scores.
        </p>
      )}
    </nav>
  );
}

/** What it begins and ends with: `lodash → files → API_TOKEN`. */
function wayOf({ nodes }: ExposurePath): string {
  const server = nodes.findLast(({ kind }) => kind === 'server');
  const ends = [nodes.find(({ kind }) => kind !== 'finding'), server, nodes.at(-1)];
  return [...new Set(ends.flatMap((node) => (node ? [legible(node.label, 60)] : [])))].join(' → ');
}
