import { useAddress } from '../../app/address.js';
import type { Answer } from '../../client/call.js';
import { type Item, useRows } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { SmallTable } from '../../parts/small-table.js';
import { Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { writeDraft } from './draft.js';
import { LineDiff } from './line-diff.js';

type Version = Item<'listGatewayPolicyVersions'>;

/** The versions a policy has had, and what differs between two; which two is in the address. */
export function Versions({ policy }: { policy: Answer<'getGatewayPolicy'> }) {
  const { values, change } = useAddress(['version', 'against']);
  const { rows, query, more } = useRows('listGatewayPolicyVersions', { params: { policy_id: policy.policy_id } });
  const of = (version: number) => rows.find((one) => one.version === version);
  const later = of(Number(values.version ?? policy.version));
  const earlier = later && of(Number(values.against ?? later.version - 1));
  return (
    <Shown query={query} what="the versions">
      {() => (
        <div class="stack">
          <SmallTable
            caption="Versions"
            rows={rows}
            keyOf={({ version }) => String(version)}
            columns={[
              { label: 'Version', number: true, show: ({ version }) => version },
              { label: 'Saved by', show: ({ updated_by }) => legible(updated_by, 100) },
              { label: 'Saved', show: ({ updated_at }) => <Time at={updated_at} /> },
              {
                label: 'Changes',
                show: ({ version }) => (
                  <span class="row-of">
                    {of(version - 1) && (
                      <Button onClick={() => change({ version: String(version), against: undefined })}>From version {version - 1}</Button>
                    )}
                    {version < policy.version && (
                      <Button kind="quiet" onClick={() => change({ version: String(policy.version), against: String(version) })}>
                        To the present one
                      </Button>
                    )}
                  </span>
                ),
              },
            ]}
          />
          {query.hasNextPage && <Button onClick={more}>Show more</Button>}
          {later && earlier && (
            <section aria-label="Differences" class="stack">
              <h3>
                Version {earlier.version} to version {later.version}
              </h3>
              <LineDiff before={written(earlier)} now={written(later)} />
            </section>
          )}
        </div>
      )}
    </Shown>
  );
}

function written({ document }: Version): string {
  return writeDraft(document, 'json');
}
