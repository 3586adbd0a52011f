import { useState } from 'preact/hooks';
import { fieldProblems } from '../../client/problem.js';
import { useChange } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { Drawer } from '../../parts/drawer.js';
import { ChoiceField, Field } from '../../parts/form.js';
import { bodyOf, SpecFields } from '../../parts/spec-fields.js';
import { toast } from '../../parts/toasts.js';
import { cloudForms, type Provider, providers } from './cloud-forms.js';

/** Registers a read-only role of an account: names only, no key. */
export function CreateCloud({ onClose }: { onClose(): void }) {
  const [provider, setProvider] = useState<Provider>('aws');
  const [name, setName] = useState('');
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const { mutate, error, isPending } = useChange('createCloudConnection', ['listCloudConnections', 'listConnectors']);
  const problems = fieldProblems(error);
  const { account, specs } = cloudForms[provider];
  const all = { account, ...specs };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { account: named, ...configuration } = bodyOf(all, texts);
    mutate(
      { body: { provider, display_name: name.trim(), account: String(named), configuration } },
      {
        onSuccess: () => {
          toast('The connection is registered. Verify it: before that nothing is read.');
          onClose();
        },
      },
    );
  };
  return (
    <Drawer title="New cloud connection" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <p class="notice">There is no field for a key: the server opens the connection with the identity it runs under.</p>
        <ChoiceField
          label="Cloud"
          value={provider}
          choices={providers.map((value) => ({ value, label: cloudForms[value].label }))}
          onChange={(value) => {
            setProvider(providers.find((known) => known === value) ?? 'aws');
            setTexts({});
          }}
        />
        <Field label="Name" problem={problems.get('display_name')}>
          {(field) => (
            <input
              {...field}
              value={name}
              required
              maxLength={200}
              autocomplete="off"
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <SpecFields specs={all} texts={texts} onChange={setTexts} problems={unprefixed(problems)} />
        {error && (problems.size === 0 || problems.has('configuration')) && (
          <p class="notice warn" role="alert">
            {error.message}
          </p>
        )}
        <div class="row-of">
          <Button type="submit" kind="primary" busy={isPending}>
            Register the connection
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Drawer>
  );
}

function unprefixed(problems: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...problems].map(([path, message]) => [path.replace(/^configuration\.([^.]+).*$/, '$1'), message]));
}
