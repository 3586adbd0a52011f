import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { fieldProblems } from '../../client/problem.js';
import { useChange } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { Drawer } from '../../parts/drawer.js';
import { bodyOf } from '../../parts/spec-fields.js';
import { toast } from '../../parts/toasts.js';
import { type SourceKind, sourceKinds } from '../../words/source-kinds.js';
import { AboutFields, KindField, ScopeFields, type SourceTexts } from './fields.js';
import { Unplaced } from './problems.js';
import { scopeWays } from './scope-forms.js';

interface Props {
  kind: SourceKind;
  /** The connector or the cloud connection to begin with. */
  connector?: string | undefined;
  connection?: string | undefined;
  /** Another kind is chosen: it is part of the address. */
  onKind(kind: SourceKind): void;
  onClose(): void;
}

/** Makes a source: its kind, its scope, whose it is. */
export function CreateSource({ kind, connector = '', connection, onKind, onClose }: Props) {
  const { route } = useLocation();
  const [texts, setTexts] = useState<Omit<SourceTexts, 'kind'>>(() => ({
    ...EMPTY,
    connector,
    name: connector,
    scope: connection === undefined ? {} : { connection_id: connection },
  }));
  const { mutate, error, isPending } = useChange('createSource', ['listSources', 'getPosture', 'getCredential']);
  const problems = fieldProblems(error);
  const form = { texts: { ...texts, kind }, problems, onChange: (change: Partial<SourceTexts>) => setTexts({ ...texts, ...change }) };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(
      { body: draftOf(form.texts) },
      {
        onSuccess: ({ source_id }) => {
          toast(sourceKinds[kind].runs ? 'The source is made. Test it, then run it.' : 'The source is made. Push to it.');
          route(`/sources/${source_id}`);
        },
      },
    );
  };
  return (
    <Drawer title="New source" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <KindField
          kind={kind}
          problem={problems.get('kind')}
          onKind={(chosen) => {
            setTexts({ ...texts, way: 0, scope: {}, connector: '' });
            onKind(chosen);
          }}
        />
        <ScopeFields {...form} />
        <AboutFields {...form} />
        <Unplaced error={error} problems={problems} />
        <div class="row-of">
          <Button type="submit" kind="primary" busy={isPending}>
            Create the source
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Drawer>
  );
}

const EMPTY = { way: 0, scope: {}, name: '', owner: '', description: '', connector: '', credential: '' };

function draftOf({ kind, way, scope, name, owner, description, connector, credential }: SourceTexts) {
  return {
    kind,
    display_name: name.trim(),
    scope: bodyOf(scopeWays(kind)[way]?.specs ?? {}, scope),
    credential_mode: credential === '' ? ('none' as const) : ('reference' as const),
    ...(credential !== '' && { credential_ref: credential }),
    ...(owner.trim() !== '' && { owner: owner.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(connector !== '' && { connector_name: connector }),
  };
}
