import { useState } from 'preact/hooks';
import { fieldProblems } from '../../client/problem.js';
import { useChange } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { Drawer } from '../../parts/drawer.js';
import { ChoiceField, Field } from '../../parts/form.js';
import { toast } from '../../parts/toasts.js';
import { type CredentialMode, type CredentialProvider, modesOf, modeWords, providerNames, providerWords } from './credential-forms.js';

interface Props {
  onClose(): void;
  onMade(id: string): void;
}

/** Notes where a credential is kept. A text that looks like a secret is refused by the API. */
export function CreateCredential({ onClose, onMade }: Props) {
  const [provider, setProvider] = useState<CredentialProvider>('aws');
  const [wished, setMode] = useState<CredentialMode>('role_arn');
  const modes = modesOf(provider);
  const mode = modes.find((known) => known === wished) ?? 'secret_manager';
  const { mutate, error, isPending } = useChange('createCredential', ['listCredentials']);
  const problems = fieldProblems(error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = (name: string) => String(form.get(name) ?? '').trim();
    const named = Object.fromEntries(['display_name', 'owner'].flatMap((name) => (given(name) === '' ? [] : [[name, given(name)]])));
    const expires = given('expires');
    mutate(
      {
        body: {
          provider,
          mode,
          external_ref: given('external_ref'),
          ...named,
          ...(expires !== '' && { expires_at: new Date(`${expires}T00:00:00`).toISOString() }),
        },
      },
      {
        onSuccess: ({ credential_ref_id }) => {
          toast('The reference is made. Test it.');
          onMade(credential_ref_id);
        },
      },
    );
  };
  return (
    <Drawer title="New credential reference" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <p class="notice">
          Say where the credential is kept, never the secret itself. Secrets belong into the server’s environment, a mounted file or a
          secret manager.
        </p>
        <ChoiceField
          label="Provider"
          problem={problems.get('provider')}
          value={provider}
          choices={providerNames.map((value) => ({ value, label: providerWords[value] }))}
          onChange={(value) => setProvider(providerNames.find((known) => known === value) ?? 'aws')}
        />
        <ChoiceField
          label="Mode"
          problem={problems.get('mode')}
          value={mode}
          choices={modes.map((value) => ({ value, label: modeWords[value].label }))}
          onChange={(value) => setMode(modes.find((known) => known === value) ?? mode)}
        />
        <Field label={modeWords[mode].reference} hint={`As ${modeWords[mode].example}`} problem={problems.get('external_ref')}>
          {(field) => <input {...field} name="external_ref" required maxLength={1000} autocomplete="off" spellcheck={false} />}
        </Field>
        <Field label="Name (optional)" problem={problems.get('display_name')}>
          {(field) => <input {...field} name="display_name" maxLength={200} autocomplete="off" />}
        </Field>
        <Field label="Owner (optional)" hint="Empty: you" problem={problems.get('owner')}>
          {(field) => <input {...field} name="owner" maxLength={200} autocomplete="off" />}
        </Field>
        <Field label="Ends on (optional)" problem={problems.get('expires_at')}>
          {(field) => <input {...field} name="expires" type="date" />}
        </Field>
        {error && problems.size === 0 && (
          <p class="notice warn" role="alert">
            {error.message}
          </p>
        )}
        <div class="row-of">
          <Button type="submit" kind="primary" busy={isPending}>
            Create the reference
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Drawer>
  );
}
