import { useState } from 'preact/hooks';
import type { Answer } from '../../client/call.js';
import { fieldProblems, Problem } from '../../client/problem.js';
import { useChange, useRefresh } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { Drawer } from '../../parts/drawer.js';
import { bodyOf, textsOf } from '../../parts/spec-fields.js';
import { toast } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { AboutFields, ScopeFields, type SourceTexts } from './fields.js';
import { Unplaced } from './problems.js';
import { scopeWays, wayOf } from './scope-forms.js';

type Source = Answer<'getSource'>;

interface Props {
  source: Source;
  onClose(): void;
}

/** Changes a source. What somebody else has saved meanwhile is not overwritten: the API says who and what. */
export function EditSource({ source, onClose }: Props) {
  // The source as it was when the form was opened: the page behind it may get a newer one.
  const [seen] = useState(source);
  const [texts, setTexts] = useState<SourceTexts>(() => formOf(source));
  const { mutate, error, isPending } = useChange('updateSource', ['getSource', 'listSources', 'listAudit', 'getCredential']);
  const refresh = useRefresh();
  const problems = fieldProblems(error);
  const form = { texts, problems, onChange: (change: Partial<SourceTexts>) => setTexts({ ...texts, ...change }) };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(
      { params: { source_id: seen.source_id }, body: { ...changeOf(seen, texts), expected_updated_at: seen.updated_at } },
      {
        onSuccess: () => {
          toast('The source is changed.');
          onClose();
        },
      },
    );
  };
  return (
    <Drawer title={`Edit ${legible(seen.display_name, 80)}`} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <ScopeFields {...form} />
        <AboutFields {...form} />
        {error instanceof Problem && error.status === 409 ? (
          <p class="notice warn" role="alert">
            {error.message}
            <Button
              onClick={() => {
                void refresh(['getSource']);
                onClose();
              }}
            >
              Drop my changes and load it
            </Button>
          </p>
        ) : (
          <Unplaced error={error} problems={problems} />
        )}
        <div class="row-of">
          <Button type="submit" kind="primary" busy={isPending}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Drawer>
  );
}

function formOf({ kind, scope, display_name, owner, description, connector_name, credential_ref }: Source): SourceTexts {
  const way = wayOf(kind, scope);
  return {
    kind,
    way,
    scope: textsOf(scopeWays(kind)[way]?.specs ?? {}, scope),
    name: display_name,
    owner,
    description: description ?? '',
    connector: connector_name ?? '',
    credential: credential_ref ?? '',
  };
}

/** The fields that differ from what was seen, so that the audit trail names what was changed and nothing else. */
function changeOf(source: Source, { kind, way, scope, name, owner, description, connector, credential }: SourceTexts) {
  const body = bodyOf(scopeWays(kind)[way]?.specs ?? {}, scope);
  const said = description.trim() === '' ? null : description.trim();
  const reference = credential === '' ? null : credential;
  return {
    ...(name.trim() !== source.display_name && { display_name: name.trim() }),
    ...(!isSame(body, source.scope) && { scope: body }),
    ...(reference !== source.credential_ref && { credential_ref: reference }),
    ...(said !== source.description && { description: said }),
    ...(owner.trim() !== '' && owner.trim() !== source.owner && { owner: owner.trim() }),
    ...(connector !== '' && connector !== source.connector_name && { connector_name: connector }),
  };
}

function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const text = (value: Readonly<Record<string, unknown>>) => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  return text(one) === text(other);
}
