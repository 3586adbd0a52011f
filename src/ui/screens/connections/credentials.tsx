import { useAddress } from '../../app/address.js';
import { useMay } from '../../app/session.js';
import { type Item, useRows } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Filters } from '../../parts/filters.js';
import { SmallTable } from '../../parts/small-table.js';
import { Empty, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { CreateCredential } from './create-credential.js';
import { modeWords, providerNames, providerWords } from './credential-forms.js';
import { OneCredential } from './one-credential.js';

type Credential = Item<'listCredentials'>;

const STATUSES: readonly Credential['status'][] = ['active', 'disabled', 'retired'];

/** Where credentials are kept and by whom: references, never the secrets. */
export function Credentials() {
  const { values, change } = useAddress(['provider', 'status', 'credential', 'new']);
  const may = useMay();
  const provider = providerNames.find((known) => known === values.provider);
  const status = STATUSES.find((known) => known === values.status);
  const query = { ...(provider && { provider }), ...(status && { status }) };
  const list = useRows('listCredentials', { query });
  return (
    <div class="stack">
      <div class="row-of apart">
        <Filters filters={filters} values={values} onChange={change} />
        {may('createCredential') && (
          <Button kind="primary" onClick={() => change({ new: 'true', credential: undefined })}>
            New reference
          </Button>
        )}
      </div>
      <Shown query={list.query} what="credential references">
        {() =>
          list.rows.length === 0 ? (
            <NoCredentials isFiltered={Object.keys(query).length > 0} />
          ) : (
            <CredentialTable rows={list.rows} onOpen={(credential) => change({ credential, new: undefined })} />
          )
        }
      </Shown>
      {list.query.hasNextPage && <Button onClick={list.more}>Show more</Button>}
      {values.credential !== undefined && (
        <OneCredential key={values.credential} id={values.credential} onClose={() => change({ credential: undefined })} />
      )}
      {values.new !== undefined && may('createCredential') && (
        <CreateCredential
          onClose={() => change({ new: undefined }, 'replace')}
          onMade={(credential) => change({ new: undefined, credential }, 'replace')}
        />
      )}
    </div>
  );
}

const filters = [
  { name: 'provider', label: 'Provider', choices: providerNames.map((value) => ({ value, label: providerWords[value] })) },
  { name: 'status', label: 'Status', choices: STATUSES.map((value) => ({ value, label: value })) },
] as const;

function CredentialTable({ rows, onOpen }: { rows: readonly Credential[]; onOpen(id: string): void }) {
  return (
    <SmallTable
      caption="Credential references"
      rows={rows}
      keyOf={({ credential_ref_id }) => credential_ref_id}
      columns={[
        {
          label: 'Reference',
          show: ({ credential_ref_id, display_name, external_ref }) => (
            <button type="button" class="link break" onClick={() => onOpen(credential_ref_id)}>
              {legible(display_name ?? external_ref, 120)}
            </button>
          ),
        },
        { label: 'Status', show: ({ status }) => <State state={status} /> },
        { label: 'Provider', show: ({ provider }) => providerWords[provider] },
        { label: 'Mode', show: ({ mode }) => modeWords[mode].label },
        { label: 'Sources', number: true, show: ({ attached_sources }) => attached_sources.length },
        { label: 'Health', show: ({ health }) => <State state={health} /> },
        { label: 'Last validated', show: ({ last_validated_at }) => <Time at={last_validated_at} /> },
        { label: 'Ends', show: ({ expires_at }) => <Ending at={expires_at} /> },
        { label: 'Owner', show: ({ owner }) => legible(owner, 80) },
      ]}
    />
  );
}

/** The end of a credential, marked once it is over. */
export function Ending({ at }: { at: string | null }) {
  const time = <Time at={at} none="no end" />;
  return at !== null && Date.parse(at) < Date.now() ? <Badge tone="warn">{time}</Badge> : time;
}

function NoCredentials({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No reference matches these filters">
        <p>Clear a filter to see the others.</p>
      </Empty>
    );
  return (
    <Empty title="No credential is referred to">
      <p>
        A reference says which credential a source stands on, who owns it and when it ends. The secret itself stays where it is: in the
        server’s environment, in a mounted file, or in a secret manager.
      </p>
    </Empty>
  );
}
