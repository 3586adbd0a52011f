import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useAddress } from '../../app/address.js';
import { useMay } from '../../app/session.js';
import { type Answer, call } from '../../client/call.js';
import { useRefresh } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { ChoiceField } from '../../parts/form.js';
import { Tabs } from '../../parts/tabs.js';
import { Time } from '../../parts/time.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { Bindings } from './bindings.js';
import { type Draft, textOf, writeDraft } from './draft.js';
import { PolicyEditor } from './policy-editor.js';
import { templates } from './templates.js';
import { Versions } from './versions.js';

type Policy = Answer<'getGatewayPolicy'>;

/** A policy that is not saved yet: from a template, or for one upstream. */
export function NewPolicy({ upstream }: { upstream: string | undefined }) {
  const { values, change } = useAddress(['template']);
  const { route } = useLocation();
  const chosen = templates.find(({ label }) => label === values.template) ?? templates[0];
  const text = useMemo(() => writeDraft(chosen && begun(chosen.draft, upstream), 'json'), [chosen, upstream]);
  return (
    <section class="stack" aria-label="New policy">
      <h2>{upstream === undefined ? 'New policy' : `New policy for ${legible(upstream, 120)}`}</h2>
      <ChoiceField
        label="Begin with"
        value={chosen?.label}
        choices={templates.map(({ label }) => ({ value: label, label }))}
        onChange={(template) => change({ template }, 'replace')}
      />
      <PolicyEditor key={chosen?.label} text={text} onSaved={({ policy_id }) => route(`/runtime/policies?policy=${policy_id}`)} />
    </section>
  );
}

function begun(draft: Omit<Draft, 'bindings'>, upstream: string | undefined): Draft {
  if (upstream === undefined) return { ...draft, bindings: [{ target_type: 'tenant', mode: 'enforce' }] };
  const bindings: Draft['bindings'] = [{ target_type: 'upstream', target_id: upstream, mode: 'enforce' }];
  return { ...draft, name: `${upstream}: ${draft.name}`.slice(0, 200), bindings };
}

export function OnePolicy({ policy }: { policy: Policy }) {
  const { values } = useAddress(['part']);
  const base = `/runtime/policies?policy=${policy.policy_id}`;
  const part = values.part ?? 'rules';
  const of = (name: string) => (name === 'rules' ? base : `${base}&part=${name}`);
  return (
    <section aria-label={legible(policy.name, 120)}>
      <header class="heading">
        <div>
          <h2>{legible(policy.name, 120)}</h2>
          <p class="quiet">
            Version {policy.version}, saved by {legible(policy.updated_by, 80)} <Time at={policy.updated_at} />
          </p>
        </div>
        <Remove policy={policy} />
      </header>
      <Tabs
        label="Parts of the policy"
        current={of(part)}
        tabs={[
          { label: 'Rules', to: of('rules'), count: policy.rules.length },
          { label: 'Bindings', to: of('bindings'), count: policy.bindings.length },
          { label: 'Versions', to: of('versions'), count: policy.version },
        ]}
      />
      {part === 'bindings' ? <Bindings policy={policy} /> : part === 'versions' ? <Versions policy={policy} /> : <Rules policy={policy} />}
    </section>
  );
}

function Rules({ policy }: { policy: Policy }) {
  // What is typed stays when somebody else saves: the editor keeps the version that it began with.
  const text = useMemo(() => textOf(policy), [policy]);
  return (
    <PolicyEditor key={policy.policy_id} text={text} policy={policy} onSaved={({ version }) => toast(`Version ${version} is saved.`)} />
  );
}

const LISTS = ['listGatewayPolicies', 'listPolicyBindings', 'listDiscoveredUpstreams'] as const;

function Remove({ policy }: { policy: Policy }) {
  const may = useMay();
  const refresh = useRefresh();
  const { route } = useLocation();
  const [busy, setBusy] = useState(false);
  if (!may('deleteGatewayPolicy')) return null;
  const { policy_id, name, description, mode, enabled, default_effect, rules } = policy;
  // The page is another one by the time of the undo, so that neither is bound to it.
  const restore = async () => {
    const bindings = policy.bindings.map((one) => ({
      target_type: one.target_type,
      mode: one.mode,
      ...(one.target_id !== null && { target_id: one.target_id }),
    }));
    await call('createGatewayPolicy', { body: { name, description, mode, enabled, default_effect, rules, bindings } }).catch(toastFailure);
    await refresh(LISTS);
  };
  const remove = async () => {
    setBusy(true);
    try {
      await call('deleteGatewayPolicy', { params: { policy_id } });
      toast(`The policy ${legible(name, 60)} is deleted.`, restore);
      route('/runtime/policies');
      await refresh(LISTS);
    } catch (problem) {
      toastFailure(problem);
      setBusy(false);
    }
  };
  return (
    <Button kind="danger" busy={busy} onClick={remove}>
      Delete
    </Button>
  );
}
