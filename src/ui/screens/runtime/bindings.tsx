import { useState } from 'preact/hooks';
import { useMay } from '../../app/session.js';
import { type Answer, call } from '../../client/call.js';
import { type Item, useChange, useRefresh, useRows } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { ChoiceField, Field } from '../../parts/form.js';
import { SmallTable } from '../../parts/small-table.js';
import { Empty, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';

type Policy = Answer<'getGatewayPolicy'>;
type Binding = Item<'listPolicyBindings'>;

const MODES = ['off', 'audit', 'enforce'] as const;
const TARGETS = ['tenant', 'source', 'agent', 'agent_type', 'environment', 'upstream'] as const;
const TOUCHES = ['listPolicyBindings', 'getGatewayPolicy', 'listGatewayPolicies', 'listDiscoveredUpstreams'] as const;
const choices = (values: readonly string[]) => values.map((value) => ({ value, label: inWords(value) }));

/** What a policy applies to, and how strongly there. */
export function Bindings({ policy }: { policy: Policy }) {
  const may = useMay();
  const { rows, query } = useRows('listPolicyBindings', { query: { policy_id: policy.policy_id } });
  return (
    <div class="stack">
      <Shown query={query} what="bindings">
        {() =>
          rows.length === 0 ? (
            <Empty title="It applies nowhere">
              <p>A policy applies where a binding says so: to the whole tenant, or to a source, agent, environment or upstream.</p>
            </Empty>
          ) : (
            <SmallTable
              caption="Bindings"
              rows={rows}
              keyOf={({ binding_id }) => binding_id}
              columns={[
                { label: 'Applies to', show: ({ target_type }) => inWords(target_type) },
                {
                  label: 'Named',
                  show: ({ target_id }) => (target_id === null ? <span class="quiet">all</span> : legible(target_id, 200)),
                },
                { label: 'Mode', show: (binding) => <Mode binding={binding} /> },
                { label: 'Bound', show: ({ created_at }) => <Time at={created_at} /> },
                { label: 'Actions', show: (binding) => may('deletePolicyBinding') && <Unbind binding={binding} /> },
              ]}
            />
          )
        }
      </Shown>
      {policy.mode !== 'enforce' && <p class="notice">The policy’s own mode is {policy.mode}: no binding makes it stronger than that.</p>}
      {may('createPolicyBinding') && <Bind policy={policy} />}
    </div>
  );
}

function Mode({ binding }: { binding: Binding }) {
  const may = useMay();
  const { mutate, isPending } = useChange('updatePolicyBinding', TOUCHES);
  if (!may('updatePolicyBinding')) return <>{binding.mode}</>;
  const set = (text: string) => {
    const mode = MODES.find((one) => one === text);
    if (mode) mutate({ params: { binding_id: binding.binding_id }, body: { mode } }, { onError: toastFailure });
  };
  return (
    <select
      aria-label={`Mode for ${legible(binding.target_id ?? 'the tenant', 80)}`}
      value={binding.mode}
      disabled={isPending}
      onChange={(event) => set(event.currentTarget.value)}
    >
      {MODES.map((mode) => (
        <option key={mode} value={mode}>
          {mode}
        </option>
      ))}
    </select>
  );
}

function Unbind({ binding }: { binding: Binding }) {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const { policy_kind, policy_id, target_type, target_id, mode } = binding;
  // The row is gone by the time of the undo, so that neither is bound to it.
  const restore = async () => {
    const body = { policy_kind, target_type, mode, ...(policy_id !== null && { policy_id }), ...(target_id !== null && { target_id }) };
    await call('createPolicyBinding', { body }).catch(toastFailure);
    await refresh(TOUCHES);
  };
  const unbind = async () => {
    setBusy(true);
    try {
      await call('deletePolicyBinding', { params: { binding_id: binding.binding_id } });
      toast('The binding is removed.', restore);
      await refresh(TOUCHES);
    } catch (problem) {
      toastFailure(problem);
      setBusy(false);
    }
  };
  return (
    <Button kind="quiet" busy={busy} onClick={unbind}>
      Remove
    </Button>
  );
}

function Bind({ policy }: { policy: Policy }) {
  const [target, setTarget] = useState<(typeof TARGETS)[number]>('upstream');
  const { mutate, error, isPending } = useChange('createPolicyBinding', TOUCHES);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const target_id = String(given.get('target_id') ?? '').trim();
    const mode = MODES.find((one) => one === given.get('mode')) ?? 'audit';
    mutate(
      {
        body: { policy_kind: 'gateway', policy_id: policy.policy_id, target_type: target, mode, ...(target !== 'tenant' && { target_id }) },
      },
      { onSuccess: () => form.reset() },
    );
  };
  return (
    <form class="runtime-bind" onSubmit={submit}>
      <ChoiceField
        label="Apply it to"
        value={target}
        choices={choices(TARGETS)}
        onChange={(text) => setTarget(TARGETS.find((one) => one === text) ?? 'tenant')}
      />
      {target !== 'tenant' && (
        <Field label="Named" hint={target === 'source' ? 'Id of the source' : 'Its exact name'}>
          {(field) => <input {...field} name="target_id" required maxLength={200} />}
        </Field>
      )}
      <ChoiceField name="mode" label="Mode" value="audit" choices={choices(MODES)} />
      <Button type="submit" busy={isPending}>
        Bind
      </Button>
      {error && <p role="alert">{error.message}</p>}
    </form>
  );
}
