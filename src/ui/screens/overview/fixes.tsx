import type { Answer } from '../../client/call.js';
import { Code } from '../../parts/code.js';
import { SeverityMark } from '../../parts/severity.js';
import { legible } from '../../words/legible.js';

type Fix = Answer<'getOverview'>['top_fixes'][number];

/** Upgrades that end most, with the command to copy. */
export function Fixes({ fixes }: { fixes: readonly Fix[] }) {
  return (
    <section class="panel" aria-label="Fix first">
      <h2>Fix first</h2>
      {fixes.length === 0 ? (
        <p class="quiet">No upgrade would end an open finding.</p>
      ) : (
        <ol class="fixes">
          {fixes.map((fix) => (
            <li key={fix.package}>
              <p>
                <SeverityMark severity={fix.severity} />{' '}
                <a href={`/findings?status=open&package=${encodeURIComponent(fix.package)}`}>
                  <b>{legible(fix.name, 100)}</b>
                </a>{' '}
                to {legible(fix.version, 60)} ends {fix.ends} of {fix.count} {fix.count === 1 ? 'finding' : 'findings'}
              </p>
              {fix.command !== null && <Code text={fix.command} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
