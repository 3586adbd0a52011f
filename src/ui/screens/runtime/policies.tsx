import { useEffect, useState } from 'preact/hooks';
import { useAddress } from '../../app/address.js';
import { useMay } from '../../app/session.js';
import type { Answer } from '../../client/call.js';
import { useAsk } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Empty, Loading, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';

type Policy = Answer<'getGatewayPolicy'>;

/** The policies, and one of them to look at or to edit. */
export function Policies() {
  const { values } = useAddress(['policy', 'upstream']);
  const may = useMay();
  const list = useAsk('listGatewayPolicies', { query: { limit: 200 } });
  const { policy } = values;
  return (
    <div class={policy === undefined ? 'runtime-policies' : 'runtime-policies chosen'}>
      <nav aria-label="Policies" class="stack">
        {may('createGatewayPolicy') && (
          <div>
            <a class="button primary" href="/runtime/policies?policy=new">
              New policy
            </a>
          </div>
        )}
        <Shown query={list} what="policies">
          {({ items }) => (items.length === 0 && policy === undefined ? <NoPolicies /> : <PolicyLinks items={items} chosen={policy} />)}
        </Shown>
      </nav>
      {policy !== undefined &&
        (policy === 'new' ? <NewOne key={values.upstream ?? ''} upstream={values.upstream} /> : <One key={policy} id={policy} />)}
    </div>
  );
}

function NoPolicies() {
  return (
    <Empty title="There are no policies yet">
      <p>Without one every call is allowed. A policy first reports, and stops calls once its mode is “enforce”.</p>
    </Empty>
  );
}

function PolicyLinks({ items, chosen }: { items: readonly Policy[]; chosen: string | undefined }) {
  return (
    <ul class="runtime-links">
      {items.map(({ policy_id, name, mode, enabled, version, rules, updated_at }) => (
        <li key={policy_id}>
          <a href={`/runtime/policies?policy=${policy_id}`} aria-current={policy_id === chosen ? 'true' : undefined}>
            <b class="break">{legible(name, 120)}</b>
            <Badge tone={enabled && mode === 'enforce' ? 'good' : enabled && mode === 'audit' ? 'warn' : 'idle'}>
              {enabled ? mode : 'disabled'}
            </Badge>
            <span class="quiet">
              {rules.length} {rules.length === 1 ? 'rule' : 'rules'}, version {version}, <Time at={updated_at} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The editor reads YAML, which is more than a list of policies needs: it is loaded when a policy is opened. */
type EditorPart = typeof import('./one-policy.js');

function useEditor(): EditorPart | undefined {
  const [part, setPart] = useState<EditorPart>();
  useEffect(() => {
    import('./one-policy.js').then(setPart, () => undefined);
  }, []);
  return part;
}

function NewOne({ upstream }: { upstream: string | undefined }) {
  const part = useEditor();
  return part ? <part.NewPolicy upstream={upstream} /> : <Loading what="the editor" />;
}

function One({ id }: { id: string }) {
  const part = useEditor();
  const query = useAsk('getGatewayPolicy', { params: { policy_id: id } });
  return (
    <Shown query={query} what="the policy">
      {(policy) => (part ? <part.OnePolicy policy={policy} /> : <Loading what="the editor" />)}
    </Shown>
  );
}
