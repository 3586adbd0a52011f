import { useState } from 'preact/hooks';
import { useMay } from '../../app/session.js';
import type { Answer, Operation } from '../../client/call.js';
import { useAsk, useChange } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Code } from '../../parts/code.js';
import { Confirm } from '../../parts/confirm.js';
import { Drawer } from '../../parts/drawer.js';
import { Facts } from '../../parts/facts.js';
import { Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { SourceName } from '../sources/source-name.js';
import { modeWords, providerWords } from './credential-forms.js';

type Credential = Answer<'getCredential'>;
type Validation = NonNullable<Credential['last_validation']>;

const TOUCHES: readonly Operation[] = ['listCredentials', 'getCredential'];

/** One reference: where the credential is kept, whether it was validated, and which sources stand on it. */
export function OneCredential({ id, onClose }: { id: string; onClose(): void }) {
  const query = useAsk('getCredential', { params: { credential_ref_id: id } });
  const title = query.data ? legible(query.data.display_name ?? query.data.external_ref, 120) : 'Credential reference';
  return (
    <Drawer title={title} onClose={onClose}>
      <Shown query={query} what="the reference">
        {(credential) => (
          <div class="stack">
            <Actions credential={credential} />
            <About credential={credential} />
            <h3>Last validation</h3>
            <Checked validation={credential.last_validation} />
            <h3>Attached sources</h3>
            <Attached ids={credential.attached_sources} />
          </div>
        )}
      </Shown>
    </Drawer>
  );
}

function About({ credential }: { credential: Credential }) {
  const { credential_ref_id, provider, mode, external_ref, status, health, owner, description, scope, expires_at } = credential;
  const reach = Object.entries(scope).map(([name, value]) => `${name}: ${value}`);
  return (
    <Facts
      facts={{
        Status: <State state={status} />,
        Health: <State state={health} />,
        Provider: providerWords[provider],
        Mode: modeWords[mode].label,
        [modeWords[mode].reference]: <Code text={external_ref} />,
        'Gives access to': reach.length > 0 ? legible(reach.join(', '), 500) : undefined,
        Owner: legible(owner, 120),
        Description: description === null ? undefined : legible(description),
        Ends: <Time at={expires_at} none="no end" />,
        Id: <Code text={credential_ref_id} />,
      }}
    />
  );
}

const VERDICTS: Readonly<Record<Validation['status'], string>> = {
  passed: 'Passed: the reference is well formed, and the cloud knows the server’s identity.',
  failed: 'Failed.',
  shape_only: 'The reference is well formed. The provider was not asked, so nothing says that the credential works.',
};

function Checked({ validation }: { validation: Validation | null }) {
  if (validation === null) return <p class="quiet">It was never validated.</p>;
  return (
    <>
      <p>
        {VERDICTS[validation.status]} <Time at={validation.tested_at} />
      </p>
      <ul class="checks">
        {validation.checks.map(({ name, ok, message }) => (
          <li key={name}>
            <Badge tone={ok === null ? 'idle' : ok ? 'good' : 'bad'}>{ok === null ? 'not checked' : ok ? 'passed' : 'failed'}</Badge>{' '}
            <b>{name.replaceAll('_', ' ')}</b> {legible(message, 500)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Attached({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return <p class="quiet">No source is attached to it.</p>;
  return (
    <ul class="bullets">
      {ids.map((id) => (
        <li key={id}>
          <SourceName id={id} />
        </li>
      ))}
    </ul>
  );
}

function Actions({ credential: { credential_ref_id, status, display_name, external_ref, attached_sources } }: { credential: Credential }) {
  const may = useMay();
  const params = { credential_ref_id };
  const [asked, setAsked] = useState(false);
  const test = useChange('testCredential', TOUCHES);
  const update = useChange('updateCredential', TOUCHES);
  const retire = useChange('deleteCredential', TOUCHES);
  if (status === 'retired') return <p class="notice">It is retired and stays as a record.</p>;
  const isDisabled = status === 'disabled';
  return (
    <div class="row-of">
      {may('testCredential') && (
        <Button
          kind="primary"
          busy={test.isPending}
          onClick={() => test.mutate({ params }, { onSuccess: (result) => toast(VERDICTS[result.status]), onError: toastFailure })}
        >
          Test
        </Button>
      )}
      {may('updateCredential') && (
        <Button
          busy={update.isPending}
          onClick={() => update.mutate({ params, body: { status: isDisabled ? 'active' : 'disabled' } }, { onError: toastFailure })}
        >
          {isDisabled ? 'Enable' : 'Disable'}
        </Button>
      )}
      {may('deleteCredential') && (
        <Button kind="danger" onClick={() => setAsked(true)}>
          Retire
        </Button>
      )}
      {asked && (
        <Confirm
          title={`Retire ${legible(display_name ?? external_ref, 80)}?`}
          verb="Retire the reference"
          busy={retire.isPending}
          problem={
            retire.error?.status === 409 ? `${retire.error.message}. Detach it there first: edit each source.` : retire.error?.message
          }
          onClose={() => setAsked(false)}
          onConfirm={() =>
            retire.mutate(
              { params },
              {
                onSuccess: () => {
                  toast('The reference is retired.');
                  setAsked(false);
                },
              },
            )
          }
        >
          <p>No source can be attached to it any more; it stays as a record. The credential itself is not touched.</p>
          {attached_sources.length > 0 && <Attached ids={attached_sources} />}
        </Confirm>
      )}
    </div>
  );
}
