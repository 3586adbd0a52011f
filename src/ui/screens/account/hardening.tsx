import { useAsk } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Facts } from '../../parts/facts.js';
import { Shown } from '../../parts/states.js';

const MODES = {
  reverse_proxy_oidc: 'Proxy in front that signs in',
  oidc_bearer: 'OIDC',
  session_api_key: 'API keys and sessions',
  saml: 'SAML',
} as const;

/** Ways in, and the headers that are in force. */
export function Hardening() {
  const query = useAsk('authPolicy', {});
  return (
    <Shown query={query} what="the policy">
      {({ recommended_ui_mode, modes, security_headers: { hsts_preload, ...headers } }) => (
        <div class="stack">
          <section class="panel">
            <h2>Ways in</h2>
            <Facts
              facts={Object.fromEntries(
                (Object.keys(MODES) as (keyof typeof MODES)[]).map((mode) => [
                  MODES[mode],
                  <>
                    <Badge tone={modes[mode] ? 'good' : 'idle'}>{modes[mode] ? 'set up' : 'not set up'}</Badge>{' '}
                    {mode === recommended_ui_mode && 'recommended here'}
                  </>,
                ]),
              )}
            />
          </section>
          <section class="panel">
            <h2>Headers of every answer</h2>
            <Facts
              facts={{
                ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, <code key={name}>{String(value)}</code>])),
                'HSTS preload': hsts_preload ? 'on' : 'off: only for domains that will always use HTTPS',
              }}
            />
          </section>
        </div>
      )}
    </Shown>
  );
}
