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
      { params: { source_id: seen.source_id }, body: { ...changeOf(texts), expected_updated_at: seen.updated_at } },
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

function changeOf({ kind, way, scope, name, owner, description, connector, credential }: SourceTexts) {
  return {
    display_name: name.trim(),
    scope: bodyOf(scopeWays(kind)[way]?.specs ?? {}, scope),
    credential_mode: credential === '' ? ('none' as const) : ('reference' as const),
    credential_ref: credential === '' ? null : credential,
    description: description.trim() === '' ? null : description.trim(),
    ...(owner.trim() !== '' && { owner: owner.trim() }),
    ...(connector !== '' && { connector_name: connector }),
  };
}
