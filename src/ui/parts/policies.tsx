import { legible } from '../words/legible.js';
import { inWords } from '../words/state.js';
import { State } from './badge.js';

interface Policy {
  binding_id: string;
  policy_kind: string;
  policy_id: string | null;
  policy_name: string | null;
  target_type: string;
  mode: string;
}

/** The policies that apply to a source: bound to it or to the whole tenant. */
export function Policies({ policies }: { policies: readonly Policy[] }) {
  return (
    <ul class="lines">
      {policies.length === 0 && <li class="quiet">No policy is bound to its source.</li>}
      {policies.map(({ binding_id, policy_name, policy_id, policy_kind, mode, target_type }) => (
        <li key={binding_id}>
          <a href="/runtime/policies">{legible(policy_name ?? policy_id ?? inWords(policy_kind), 200)}</a> <State state={mode} />{' '}
          <span class="quiet">
            {inWords(policy_kind)} policy, bound to the {inWords(target_type)}
          </span>
        </li>
      ))}
    </ul>
  );
}
