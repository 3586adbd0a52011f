import { useState } from 'preact/hooks';
import { call, setCsrfToken } from '../client/call.js';
import { Problem } from '../client/problem.js';
import { useAsk } from '../client/queries.js';
import { Button } from '../parts/button.js';
import { Field } from '../parts/form.js';
import { Mark } from '../parts/mark.js';
import { Modal } from '../parts/modal.js';

interface Props {
  /** The page stays under it: a session ended in the middle of work. */
  over?: boolean;
  onSignedIn(): Promise<void>;
}

/** The ways of signing in that `/v1/auth/policy` names, the recommended one first. */
export function SignIn({ over = false, onSignedIn }: Props) {
  if (!over)
    return (
      <main class="sign-in">
        <Mark large />
        <h1>Sign in to Castellan</h1>
        <Ways onSignedIn={onSignedIn} />
      </main>
    );
  return (
    <Modal title="Your session has ended" onClose={() => undefined} closable={false}>
      <p>Sign in again. The page stays as it is; send again what had not been saved.</p>
      <Ways over onSignedIn={onSignedIn} />
    </Modal>
  );
}

function Ways({ over = false, onSignedIn }: Props) {
  const { data: policy, error } = useAsk('authPolicy', {});
  const back = encodeURIComponent(location.pathname + location.search);
  if (error) return <p role="alert">{error.message}</p>;
  if (!policy) return <p class="quiet">Asking how to sign in …</p>;
  const { oidc, saml } = policy.sign_in;
  // What was typed into the page stays in it while another tab goes to the provider and back.
  const place = over ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <div class="stack">
      {policy.recommended_ui_mode === 'reverse_proxy_oidc' && (
        <p>
          This service is reached through a proxy that signs you in. <a href={location.pathname}>Load the page anew</a>; if this stays, the
          proxy did not say who you are.
        </p>
      )}
      {oidc !== null && (
        <a class="button primary" href={`${oidc}?return_to=${back}`} {...place}>
          Sign in with your organisation{over && ' in a new tab'}
        </a>
      )}
      {saml !== null && (
        <a class="button" href={`${saml}?return_to=${back}`} {...place}>
          Sign in with SAML{over && ' in a new tab'}
        </a>
      )}
      <KeyForm onSignedIn={onSignedIn} />
    </div>
  );
}

/** The key is sent once for a cookie, and kept nowhere. */
function KeyForm({ onSignedIn }: Pick<Props, 'onSignedIn'>) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const key = String(new FormData(form).get('api_key') ?? '').trim();
    if (key === '') return;
    setBusy(true);
    try {
      const { csrf_token } = await call('openSession', { body: { api_key: key } });
      setCsrfToken(csrf_token);
      form.reset();
      setFailure(undefined);
      await onSignedIn();
    } catch (error) {
      setFailure(error instanceof Problem && error.status === 401 ? 'This key is unknown, has expired or was revoked.' : String(error));
    }
    setBusy(false);
  };
  return (
    <form class="stack" onSubmit={submit}>
      <Field label="API key" hint="Starts with svc_. It becomes a session of this browser and is kept nowhere." problem={failure}>
        {(field) => <input {...field} name="api_key" type="password" autocomplete="off" spellcheck={false} required />}
      </Field>
      <Button type="submit" kind="primary" busy={busy}>
        Sign in
      </Button>
    </form>
  );
}
