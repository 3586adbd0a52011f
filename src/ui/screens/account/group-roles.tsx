import { useState } from 'preact/hooks';
import type { Answer } from '../../client/call.js';
import { useAsk, useChange } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { ChoiceField, Field } from '../../parts/form.js';
import { Shown } from '../../parts/states.js';
import { toast } from '../../parts/toasts.js';
import { roleWords } from '../../words/identity.js';
import { legible } from '../../words/legible.js';

type Mapping = Answer<'getGroupRoles'>;

/** Which provisioned group gives which role. */
export function GroupRoles() {
  const query = useAsk('getGroupRoles', {});
  return (
    <Shown query={query} what="groups">
      {(mapping) => <Editor key={JSON.stringify(mapping)} mapping={mapping} />}
    </Shown>
  );
}

type Role = Mapping['group_roles'][string];

const ROLES = Object.keys(roleWords) as Role[];

function Editor({ mapping }: { mapping: Mapping }) {
  const [groups, setGroups] = useState(Object.entries(mapping.group_roles));
  const { mutate, error, isPending } = useChange('setGroupRoles', ['getGroupRoles', 'listMembers']);
  const save = () =>
    mutate({ body: { group_roles: Object.fromEntries(groups) } }, { onSuccess: () => toast('The roles of groups are saved.') });
  return (
    <section class="panel stack">
      <p>Groups come from your identity provider by SCIM. A group that is not named here gives no role.</p>
      {groups.map(([group, role]) => (
        <div key={group} class="row-of">
          <ChoiceField
            label={legible(group, 100)}
            value={role}
            choices={ROLES.map((value) => ({ value, label: `${value}: ${roleWords[value]}` }))}
            onChange={(value) => {
              const chosen = ROLES.find((known) => known === value);
              if (chosen) setGroups(groups.map((entry) => (entry[0] === group ? [group, chosen] : entry)));
            }}
          />
          <Button onClick={() => setGroups(groups.filter(([name]) => name !== group))}>{`Remove ${legible(group, 40)}`}</Button>
        </div>
      ))}
      <form
        class="row-of"
        onSubmit={(event) => {
          event.preventDefault();
          const group = String(new FormData(event.currentTarget).get('group') ?? '').trim();
          if (group !== '' && !groups.some(([name]) => name === group)) setGroups([...groups, [group, 'viewer']]);
          event.currentTarget.reset();
        }}
      >
        <Field label="Another group">{(field) => <input {...field} name="group" maxLength={200} autocomplete="off" />}</Field>
        <Button type="submit">Add it</Button>
      </form>
      {error && <p role="alert">{error.message}</p>}
      <div>
        <Button kind="primary" busy={isPending} onClick={save}>
          Save the roles
        </Button>
      </div>
    </section>
  );
}
