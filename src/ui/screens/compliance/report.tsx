import { useMe } from '../../app/session.js';
import { useAsk } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { Facts } from '../../parts/facts.js';
import { Grade } from '../../parts/grade.js';
import { SeverityCounts } from '../../parts/severity.js';
import { SmallTable } from '../../parts/small-table.js';
import { Shown } from '../../parts/states.js';
import { legible } from '../../words/legible.js';
import { exactTime } from '../../words/time.js';

/** One page to print, or to save as PDF by the browser's own print. */
export function Report() {
  const { tenant_id } = useMe();
  const posture = useAsk('getPosture', {});
  const frameworks = useAsk('listCompliance', {});
  const exceptions = useAsk('listExceptions', { query: { status: 'approved', limit: 200 } });
  return (
    <article class="report">
      <header class="row-of">
        <h2>Security report of {legible(tenant_id, 80)}</h2>
        <span class="quiet">{exactTime(new Date().toISOString())}</span>
        <span class="actions">
          <Button onClick={() => print()}>Print, or save as PDF</Button>
        </span>
      </header>
      <Shown query={posture} what="the posture">
        {({ grade, reason, counts, coverage }) => (
          <section>
            <Grade grade={grade} reason={reason} />
            <Facts
              facts={{
                'Open findings': <SeverityCounts counts={counts.by_severity} />,
                'Under an exception': counts.excepted,
                'Known exploited': counts.kev,
                'Sources scanned': `${coverage.scanned} of ${coverage.sources}; ${coverage.incomplete} incomplete, ${coverage.never_scanned} never scanned`,
              }}
            />
            {coverage.gaps.length > 0 && (
              <p>
                <b>Not covered:</b> {coverage.gaps.map(({ display_name, state }) => `${legible(display_name, 80)} (${state})`).join(', ')}
              </p>
            )}
          </section>
        )}
      </Shown>
      <Shown query={frameworks} what="the frameworks">
        {({ items }) => (
          <section>
            <h3>Controls</h3>
            <SmallTable
              caption="Controls by framework"
              rows={items}
              keyOf={({ framework }) => framework}
              columns={[
                { label: 'Framework', show: ({ title, version }) => `${title} (${version})` },
                { label: 'Pass', number: true, show: ({ summary }) => summary.pass },
                { label: 'Fail', number: true, show: ({ summary }) => summary.fail },
                { label: 'Not assessed', number: true, show: ({ summary }) => summary.not_assessed },
              ]}
            />
          </section>
        )}
      </Shown>
      <Shown query={exceptions} what="exceptions">
        {({ items, next_cursor }) => (
          <section>
            <h3>Exceptions in force</h3>
            {items.length === 0 ? (
              <p>None.</p>
            ) : (
              <SmallTable
                caption="Exceptions in force"
                rows={items}
                keyOf={({ exception_id }) => exception_id}
                columns={[
                  { label: 'Problem', show: ({ problem_id }) => legible(problem_id, 80) },
                  { label: 'Reason', show: ({ reason }) => legible(reason, 300) },
                  { label: 'Approved by', show: ({ decided_by }) => legible(decided_by ?? '', 80) },
                  { label: 'Ends', show: ({ expires_at }) => expires_at.slice(0, 10) },
                ]}
              />
            )}
            {next_cursor !== null && <p>The newest 200 are listed.</p>}
          </section>
        )}
      </Shown>
    </article>
  );
}
