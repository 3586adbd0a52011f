import { useState } from 'preact/hooks';
import { flagIn, useAddress } from '../../app/address.js';
import { useMay } from '../../app/session.js';
import type { Operation } from '../../client/call.js';
import { type Item, useChange, useRows } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Code } from '../../parts/code.js';
import { Confirm } from '../../parts/confirm.js';
import { Facts } from '../../parts/facts.js';
import type { FieldSpec } from '../../parts/spec-fields.js';
import { Empty, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';
import { cloudForms } from './cloud-forms.js';
import { CreateCloud } from './create-cloud.js';

type Connection = Item<'listCloudConnections'>;

const TOUCHES: readonly Operation[] = ['listCloudConnections', 'getCloudConnection', 'listConnectors'];

/** What each state proves. */
const proofs: Readonly<Record<Connection['health'], string>> = {
  healthy: 'The service has opened it, and what it tried to change was refused: it is proven to be read-only.',
  degraded: 'The service has opened it, but nothing proves that it may only read.',
  unreachable: 'The cloud did not answer.',
  unverified: 'Nothing is proven: it is not read before it has been verified.',
};

/** Connections to accounts of clouds, with what was proven of each, and when. */
export function Clouds() {
  const { rows, query, more } = useRows('listCloudConnections', {});
  const { values, change } = useAddress(['new']);
  const may = useMay();
  return (
    <div class="stack">
      {may('createCloudConnection') && (
        <div class="row-of">
          <Button kind="primary" onClick={() => change({ new: 'true' })}>
            New cloud connection
          </Button>
        </div>
      )}
      <Shown query={query} what="cloud connections">
        {() =>
          rows.length === 0 ? (
            <Empty title="No cloud is connected" command="castellan connect aws --emit terraform > castellan-role.tf">
              <p>The command writes the read-only role for AWS as Terraform; apply it in the account, then register the role here.</p>
            </Empty>
          ) : (
            <div class="panels">
              {rows.map((connection) => (
                <One key={connection.connection_id} connection={connection} />
              ))}
            </div>
          )
        }
      </Shown>
      {query.hasNextPage && <Button onClick={more}>Show more</Button>}
      {flagIn(values.new) && may('createCloudConnection') && <CreateCloud onClose={() => change({ new: undefined }, 'replace')} />}
    </div>
  );
}

function One({ connection }: { connection: Connection }) {
  const { connection_id, provider, display_name, account, configuration, status, health, last_verified_at, last_error } = connection;
  const labels: Readonly<Record<string, FieldSpec>> = cloudForms[provider].specs;
  return (
    <article class="panel stack">
      <header class="row-of apart">
        <h2 class="break">{legible(display_name, 120)}</h2>
        {status === 'disabled' ? <Badge>disabled</Badge> : <State state={health} />}
      </header>
      <p class={health === 'healthy' ? 'quiet' : 'notice warn'}>{proofs[health]}</p>
      <Facts
        facts={{
          Proven: <Time at={last_verified_at} />,
          Trouble: last_error === null ? undefined : legible(last_error, 500),
          Account: `${cloudForms[provider].label} ${legible(account, 200)}`,
          ...Object.fromEntries(
            Object.entries(configuration).map(([name, value]) => [
              labels[name]?.label ?? inWords(name),
              legible(Array.isArray(value) ? value.join(', ') : String(value), 300),
            ]),
          ),
          Id: <Code text={connection_id} />,
        }}
      />
      <Actions connection={connection} />
    </article>
  );
}

function Actions({ connection: { connection_id, provider, display_name, status } }: { connection: Connection }) {
  const may = useMay();
  const params = { connection_id };
  const [asked, setAsked] = useState(false);
  const verify = useChange('verifyCloudConnection', TOUCHES);
  const update = useChange('updateCloudConnection', TOUCHES);
  const remove = useChange('deleteCloudConnection', TOUCHES);
  const isDisabled = status === 'disabled';
  const kind = provider === 'snowflake' ? 'connector.warehouse' : 'scan.cloud';
  return (
    <div class="row-of">
      {may('verifyCloudConnection') && !isDisabled && (
        <Button
          kind="primary"
          busy={verify.isPending}
          onClick={() => verify.mutate({ params }, { onSuccess: ({ health }) => toast(proofs[health]), onError: toastFailure })}
        >
          Verify
        </Button>
      )}
      {may('createSource') && !isDisabled && (
        <a class="button" href={`/sources?new=${kind}&connection=${connection_id}`}>
          Register as a source
        </a>
      )}
      {may('updateCloudConnection') && (
        <Button
          busy={update.isPending}
          onClick={() => update.mutate({ params, body: { status: isDisabled ? 'registered' : 'disabled' } }, { onError: toastFailure })}
        >
          {isDisabled ? 'Enable' : 'Disable'}
        </Button>
      )}
      {may('deleteCloudConnection') && (
        <Button kind="danger" onClick={() => setAsked(true)}>
          Delete
        </Button>
      )}
      {asked && (
        <Confirm
          title={`Delete ${legible(display_name, 80)}?`}
          verb="Delete the connection"
          busy={remove.isPending}
          problem={remove.error?.status === 409 ? `${remove.error.message}. Retire or edit those sources first.` : remove.error?.message}
          onClose={() => setAsked(false)}
          onConfirm={() =>
            remove.mutate(
              { params },
              {
                onSuccess: () => {
                  toast('The connection is deleted.');
                  setAsked(false);
                },
              },
            )
          }
        >
          <p>The service reads this account no more. The role in the cloud stays; its owner removes it there.</p>
        </Confirm>
      )}
    </div>
  );
}
