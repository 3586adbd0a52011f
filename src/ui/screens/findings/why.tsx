import { Code } from '../../parts/code.js';
import { Facts } from '../../parts/facts.js';
import { Guide } from '../../parts/guide.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';
import type { WholeFinding } from './view.js';

/** The match or the rule that made it a finding, and the words that led there. */
export function Why({ why: { summary, match, rule, evidence } }: { why: WholeFinding['why'] }) {
  return (
    <div class="stack">
      <p class="break">{legible(summary)}</p>
      {match && (
        <Facts
          facts={{
            Ecosystem: legible(match.ecosystem, 80),
            Package: <span class="mono">{legible(match.name, 200)}</span>,
            Version: match.version === null ? undefined : <span class="mono">{legible(match.version, 120)}</span>,
            'Affected range': <span class="mono">{legible(match.range, 400)}</span>,
            'Decided by': legible(match.event, 200),
          }}
        />
      )}
      {rule && (
        <Facts
          facts={{
            Rule: <Code text={rule.id} />,
            'It says': legible(rule.title, 300),
            'Its reason': said(rule.rationale),
            // A rule without a reason is not of the program, and has no page.
            More:
              rule.rationale === '' ? undefined : (
                <Guide path={`rules/${rule.id.toLowerCase()}.html`}>About this rule, with examples</Guide>
              ),
          }}
        />
      )}
      {evidence !== null && <pre class="quote">{legible(evidence)}</pre>}
    </div>
  );
}

function said(text: string): string | undefined {
  return text === '' ? undefined : legible(text);
}

interface WhereProps {
  places: WholeFinding['where'];
  component: string | null;
  subject: string | null;
}

const MOST_PLACES = 50;

/** Files with their lines, layers of images, servers and skills. */
export function Where({ places, component, subject }: WhereProps) {
  const what = component ?? subject;
  return (
    <div class="stack">
      {what !== null && <Code text={what} />}
      {places.length === 0 && <p class="quiet">No place was recorded.</p>}
      <ul class="lines">
        {places.slice(0, MOST_PLACES).map((place) => (
          <li key={JSON.stringify(place)}>
            <Place place={place} />
          </li>
        ))}
      </ul>
      {places.length > MOST_PLACES && <p class="quiet">{places.length - MOST_PLACES} more places are in the evidence.</p>}
    </div>
  );
}

function Place({ place }: { place: WholeFinding['where'][number] }) {
  const { kind, label, line, pointer, image, layer, inner, node_id, node_kind } = place;
  if (kind === 'node')
    return (
      <>
        <span class="quiet">{inWords(node_kind ?? 'node')}</span> <a href={graphAddress(node_id ?? label)}>{legible(label, 300)}</a>
      </>
    );
  return (
    <>
      <Code text={line === null ? label : `${label}:${line}`} />
      {pointer !== null && <span class="quiet"> at {legible(pointer, 200)}</span>}
      {inner !== null && <span class="quiet"> inside {legible(inner, 300)}</span>}
      {(image !== null || layer !== null) && (
        <span class="quiet">
          {' '}
          in {layer === null ? 'the image' : `layer ${layer} of`} {legible(image ?? 'the image', 200)}
        </span>
      )}
    </>
  );
}

/** The graph around a node. */
export function graphAddress(id: string): string {
  return `/graph?of=${encodeURIComponent(id)}`;
}
