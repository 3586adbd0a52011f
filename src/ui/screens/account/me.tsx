import { useQueryClient } from '@tanstack/preact-query';
import { useMe } from '../../app/session.js';
import { call } from '../../client/call.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Code } from '../../parts/code.js';
import { Facts } from '../../parts/facts.js';
import { Time } from '../../parts/time.js';
import { toastFailure } from '../../parts/toasts.js';
import { methodWords, policyModeWords, roleWords } from '../../words/identity.js';
import { inWords } from '../../words/state.js';

/** Identity, tenant and permissions, as the API decided them. */
export function Me() {
  const me = useMe();
  const client = useQueryClient();
  const signOut = async () => {
    try {
      await call('closeSession', {});
      client.clear();
      location.assign('/');
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <div class="stack">
      <section class="panel stack">
        <Facts
          facts={{
            Subject: <Code text={me.subject} />,
            Tenant: <Code text={me.tenant_id} />,
            Role: (
              <>
                <b>{me.role_display}</b> ({me.role}): {roleWords[me.role]}
              </>
            ),
            'Signed in by': methodWords[me.auth_method],
            Scopes: me.scopes.join(', '),
            'Gateway policies': (
              <>
                <Badge tone={me.policy_mode === 'enforce' ? 'good' : 'warn'}>{me.policy_mode}</Badge> {policyModeWords[me.policy_mode]}
              </>
            ),
            'Session ends': me.session && (
              <>
                <Time at={me.session.expires_at} />, or without use <Time at={me.session.idle_expires_at} />
              </>
            ),
          }}
        />
        {me.session && (
          <div>
            <Button onClick={signOut}>Sign out</Button>
          </div>
        )}
      </section>
      <details class="panel">
        <summary>{me.allowed_actions.length} operations of the API are allowed</summary>
        <ul class="operations">
          {me.allowed_actions.map((operation) => (
            <li key={operation}>
              <code>{inWords(operation)}</code>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
