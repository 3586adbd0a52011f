import { useAsk } from '../../client/queries.js';
import { ChoiceField, Field } from '../../parts/form.js';
import { SpecFields } from '../../parts/spec-fields.js';
import { legible } from '../../words/legible.js';
import { kindNames, type SourceKind, sourceKinds } from '../../words/source-kinds.js';
import { scopeWays } from './scope-forms.js';

/** What a person has put into the form of a source. */
export interface SourceTexts {
  kind: SourceKind;
  way: number;
  scope: Readonly<Record<string, string>>;
  name: string;
  owner: string;
  description: string;
  connector: string;
  credential: string;
}

interface Props {
  texts: SourceTexts;
  onChange(change: Partial<SourceTexts>): void;
  problems: ReadonlyMap<string, string>;
}

interface KindProps {
  kind: SourceKind;
  onKind(kind: SourceKind): void;
  problem: string | undefined;
}

export function KindField({ kind, onKind, problem }: KindProps) {
  return (
    <ChoiceField
      label="Kind"
      hint={sourceKinds[kind].about}
      problem={problem}
      value={kind}
      choices={kindNames.map((value) => ({ value, label: sourceKinds[value].label }))}
      onChange={(value) => onKind(kindNames.find((known) => known === value) ?? kind)}
    />
  );
}

/** What is looked at: the fields of the kind's scope, and of a connector its name. */
export function ScopeFields({ texts: { kind, way, scope, connector }, onChange, problems }: Props) {
  const ways = scopeWays(kind);
  const specs = ways[way]?.specs ?? {};
  return (
    <fieldset class="field-group stack">
      <legend>What is looked at</legend>
      {ways.length > 1 && (
        <ChoiceField
          label="Where it is"
          value={String(way)}
          choices={ways.map(({ label }, index) => ({ value: String(index), label }))}
          onChange={(value) => onChange({ way: Number(value), scope: {} })}
        />
      )}
      {kind === 'connector.cloud_read_only' && (
        <ConnectorField value={connector} problem={problems.get('connector_name')} onChange={(value) => onChange({ connector: value })} />
      )}
      <SpecFields
        specs={specs}
        texts={scope}
        problems={scopeProblems(problems, Object.keys(specs))}
        onChange={(next) => onChange({ scope: next })}
      />
      {Object.keys(specs).length === 0 && <p class="quiet">Nothing to choose: it takes what is pushed to it.</p>}
    </fieldset>
  );
}

/** Problems of the scope by its fields; what is said of the scope as a whole stands at its first field. */
function scopeProblems(problems: ReadonlyMap<string, string>, names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, message] of problems) {
    const [root, name = names[0], ...rest] = path.split('.');
    if (root === 'scope' && name !== undefined) found.set(name, rest.length > 0 ? `${rest.join('.')}: ${message}` : message);
  }
  return found;
}

function ConnectorField({ value, problem, onChange }: { value: string; problem: string | undefined; onChange(value: string): void }) {
  const { data } = useAsk('listConnectors', {});
  const named = data?.items.filter(({ source_kind }) => source_kind === 'connector.cloud_read_only') ?? [];
  return (
    <ChoiceField
      label="Connector"
      hint="One that this server is configured with, or none with a cloud connection"
      problem={problem}
      value={value}
      none="none"
      choices={named.map(({ name, title, configured }) => ({ value: name, label: configured ? title : `${title} (not configured)` }))}
      onChange={onChange}
    />
  );
}

/** Who answers for it, and which credential is noted beside it. */
export function AboutFields({ texts: { name, owner, description, credential }, onChange, problems }: Props) {
  const { data } = useAsk('listCredentials', { query: { status: 'active', limit: 200 } });
  const reference = problems.get('credential_ref') ?? problems.get('credential_mode');
  return (
    <fieldset class="field-group stack">
      <legend>Whose it is</legend>
      <Field label="Name" problem={problems.get('display_name')}>
        {(field) => (
          <input
            {...field}
            value={name}
            required
            maxLength={200}
            autocomplete="off"
            onInput={(event) => onChange({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Owner (optional)" hint="A team or a person; empty: you" problem={problems.get('owner')}>
        {(field) => (
          <input
            {...field}
            value={owner}
            maxLength={200}
            autocomplete="off"
            onInput={(event) => onChange({ owner: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Description (optional)" problem={problems.get('description')}>
        {(field) => (
          <textarea
            {...field}
            value={description}
            rows={2}
            maxLength={2000}
            onInput={(event) => onChange({ description: event.currentTarget.value })}
          />
        )}
      </Field>
      <ChoiceField
        label="Credential reference"
        hint="A note of which credential it takes, never the secret. The server reads with its own identity."
        problem={reference}
        value={credential}
        none="none is needed"
        choices={(data?.items ?? []).map(({ credential_ref_id, display_name, provider, mode, external_ref }) => ({
          value: credential_ref_id,
          label: `${legible(display_name ?? external_ref, 60)} (${provider}, ${mode.replaceAll('_', ' ')})`,
        }))}
        onChange={(value) => onChange({ credential: value })}
      />
    </fieldset>
  );
}
