import { useState } from 'preact/hooks';
import { useAddress } from '../../app/address.js';
import { useMay } from '../../app/session.js';
import type { Answer } from '../../client/call.js';
import { type Item, useChange, useRows } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Code } from '../../parts/code.js';
import { Filters } from '../../parts/filters.js';
import { Modal } from '../../parts/modal.js';
import { SmallTable } from '../../parts/small-table.js';
import { Empty, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { NewKey } from './new-key.js';

type Key = Item<'listKeys'>;
type Issued = Answer<'createKey'>;

/** The tenant's API keys. A secret is shown once, in the answer that made it. */
export function ApiKeys() {
  const { values, change } = useAddress(['active', 'subject']);
  const active = values.active === 'true' || values.active === 'false' ? values.active : undefined;
  const { rows, query, more } = useRows('listKeys', {
    query: { ...(active && { active }), ...(values.subject !== undefined && { subject: values.subject }) },
  });
  const [makes, setMakes] = useState(false);
  const [issued, setIssued] = useState<Issued>();
  const may = useMay();
  return (
    <>
      <div class="row-of apart">
        <Filters
          filters={[
            {
              name: 'active',
              label: 'State',
              choices: [
                { value: 'true', label: 'active' },
                { value: 'false', label: 'ended' },
              ],
            },
            { name: 'subject', label: 'Subject' },
          ]}
          values={values}
          onChange={change}
        />
        {may('createKey') && (
          <Button kind="primary" onClick={() => setMakes(true)}>
            Create a key
          </Button>
        )}
      </div>
      <Shown query={query} what="API keys">
        {() => (rows.length === 0 ? <Empty title="No key matches these filters" /> : <KeyTable keys={rows} onIssued={setIssued} />)}
      </Shown>
      {query.hasNextPage && <Button onClick={more}>Show more</Button>}
      {makes && (
        <NewKey
          onClose={() => setMakes(false)}
          onIssued={(key) => {
            setMakes(false);
            setIssued(key);
          }}
        />
      )}
      {issued && <ShownOnce issued={issued} onClose={() => setIssued(undefined)} />}
    </>
  );
}

function KeyTable({ keys, onIssued }: { keys: readonly Key[]; onIssued(issued: Issued): void }) {
  const may = useMay();
  const rotate = useChange('rotateKey', ['listKeys']);
  const revoke = useChange('revokeKey', ['listKeys', 'listSessions', 'listMembers']);
  const [revoked, setRevoked] = useState<Key>();
  return (
    <>
      <SmallTable
        caption="API keys"
        rows={keys}
        keyOf={({ key_id }) => key_id}
        columns={[
          { label: 'Name', show: ({ name, key_id }) => <span title={key_id}>{legible(name, 80)}</span> },
          { label: 'Status', show: ({ status }) => <State state={status} /> },
          { label: 'Subject', show: ({ subject }) => legible(subject, 80) },
          { label: 'Role', show: ({ role, scopes }) => `${role}: ${scopes.join(', ')}` },
          { label: 'Last used', show: ({ last_used_at }) => <Time at={last_used_at} /> },
          { label: 'Ends', show: ({ expires_at, revoked_at }) => <Time at={revoked_at ?? expires_at} /> },
          {
            label: 'Actions',
            show: (key) =>
              key.status === 'active' && (
                <span class="row-of">
                  {may('rotateKey') && (
                    <Button
                      busy={rotate.isPending}
                      onClick={() =>
                        rotate.mutate({ params: { key_id: key.key_id }, body: {} }, { onSuccess: onIssued, onError: toastFailure })
                      }
                    >
                      Rotate
                    </Button>
                  )}
                  {may('revokeKey') && (
                    <Button kind="danger" onClick={() => setRevoked(key)}>
                      Revoke
                    </Button>
                  )}
                </span>
              ),
          },
        ]}
      />
      {revoked && (
        <Modal title={`Revoke ${legible(revoked.name, 60)}?`} onClose={() => setRevoked(undefined)}>
          <div class="stack">
            <p>What uses this key is refused from now on, and sessions opened with it end. This cannot be taken back.</p>
            {revoke.error && <p role="alert">{revoke.error.message}</p>}
            <Button
              kind="danger"
              busy={revoke.isPending}
              onClick={() =>
                revoke.mutate(
                  { params: { key_id: revoked.key_id } },
                  {
                    onSuccess: () => {
                      toast(`${legible(revoked.name, 60)} is revoked.`);
                      setRevoked(undefined);
                    },
                  },
                )
              }
            >
              Revoke the key
            </Button>
          </div>
        </Modal>
      )}
    </>
  );
}

function ShownOnce({ issued, onClose }: { issued: Issued; onClose(): void }) {
  return (
    <Modal title="Copy the key now" onClose={onClose}>
      <div class="stack">
        <p>It is shown this once. The service keeps a hash of it and cannot show it again.</p>
        <Code text={issued.api_key} block />
        <p class="quiet">
          {issued.role} for {legible(issued.subject, 80)}, ends <Time at={issued.expires_at} />
        </p>
        <Button kind="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Modal>
  );
}
