import { useAsk } from '../../client/queries.js';
import { Shown } from '../../parts/states.js';
import { ControlBar } from './summary.js';

/** The frameworks, each with how its controls stand. */
export function Frameworks() {
  const query = useAsk('listCompliance', {});
  return (
    <Shown query={query} what="the frameworks">
      {({ items }) => (
        <ul class="frameworks">
          {items.map(({ framework, title, version, publisher, summary }) => (
            <li key={framework} class="panel">
              <h2>
                <a href={`/compliance/frameworks/${framework}`}>{title}</a>
              </h2>
              <p class="quiet">
                {publisher}, {version}
              </p>
              <ControlBar {...summary} />
            </li>
          ))}
        </ul>
      )}
    </Shown>
  );
}
