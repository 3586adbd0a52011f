import { useState } from 'preact/hooks';
import { useMe } from '../../app/session.js';
import type { Answer, Input } from '../../client/call.js';
import { fieldProblems } from '../../client/problem.js';
import { useChange } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { ChoiceField, Field } from '../../parts/form.js';
import { Modal } from '../../parts/modal.js';
import { roleWords } from '../../words/identity.js';

type Draft = Input<'createKey'>['body'];
type Role = NonNullable<Draft['role']>;

const ROLES = Object.keys(roleWords) as Role[];
const LONGEST_DAYS = 90;
const USUAL_DAYS = 30;

export function NewKey({ onClose, onIssued }: { onClose(): void; onIssued(key: Answer<'createKey'>): void }) {
  const { subject } = useMe();
  const [role, setRole] = useState<Role>('viewer');
  const { mutate, error, isPending } = useChange('createKey', ['listKeys', 'listMembers']);
  const problems = fieldProblems(error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = (name: string) => String(form.get(name) ?? '').trim();
    const body: Draft = {
      name: given('name'),
      role,
      expires_in_days: Number(given('days')),
      ...(given('subject') !== '' && { subject: given('subject') }),
    };
    mutate({ body }, { onSuccess: onIssued });
  };
  return (
    <Modal title="Create an API key" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Field label="Name" hint="What uses it, as “CI of payments-api”" problem={problems.get('name')}>
          {(field) => <input {...field} name="name" required maxLength={100} autocomplete="off" />}
        </Field>
        <ChoiceField
          label="Role"
          hint={`It ${roleWords[role]}.`}
          problem={problems.get('role')}
          value={role}
          choices={ROLES.map((value) => ({ value, label: value }))}
          onChange={(value) => setRole(ROLES.find((known) => known === value) ?? 'viewer')}
        />
        <Field label="Subject" hint={`Whose key it is; empty: yours (${subject})`} problem={problems.get('subject')}>
          {(field) => <input {...field} name="subject" maxLength={200} autocomplete="off" />}
        </Field>
        <Field label="Days until it ends" hint={`At most ${LONGEST_DAYS}`} problem={problems.get('expires_in_days')}>
          {(field) => <input {...field} name="days" type="number" min={1} max={LONGEST_DAYS} value={USUAL_DAYS} required />}
        </Field>
        {error && problems.size === 0 && <p role="alert">{error.message}</p>}
        <Button type="submit" kind="primary" busy={isPending}>
          Create the key
        </Button>
      </form>
    </Modal>
  );
}
