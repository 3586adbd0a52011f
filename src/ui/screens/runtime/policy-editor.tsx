import { useEffect, useMemo, useState } from 'preact/hooks';
import { useMay } from '../../app/session.js';
import { type Answer, call } from '../../client/call.js';
import { Problem } from '../../client/problem.js';
import { useAsk, useRefresh } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { type Draft, readDraft, type Spot, textOf, writeDraft } from './draft.js';
import { DryRun } from './dry-run.js';
import { Editor } from './editor.js';
import { LineDiff } from './line-diff.js';

type Policy = Answer<'getGatewayPolicy'>;

interface Props {
  /** What it begins with. */
  text: string;
  /** The policy that is changed; without one a new one is made. */
  policy?: Policy;
  onSaved(policy: Policy): void;
}

const PAUSE_MS = 500;
const TOUCHES = [
  'listGatewayPolicies',
  'getGatewayPolicy',
  'listGatewayPolicyVersions',
  'listPolicyBindings',
  'listDiscoveredUpstreams',
] as const;

/** A policy as text: read as it is typed, tried out against recorded calls, then saved. */
export function PolicyEditor({ text: begun, policy, onSaved }: Props) {
  const may = useMay();
  const refresh = useRefresh();
  const [text, setText] = useState(begun);
  const [base, setBase] = useState({ text: begun, version: policy?.version });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Problem>();
  const mayEdit = may(policy ? 'updateGatewayPolicy' : 'createGatewayPolicy');
  const trial = useTrial(text, policy);
  const isChanged = policy === undefined || text !== base.text;
  const problems = trial.problems;
  const save = async (draft: Draft) => {
    setBusy(true);
    try {
      const saved = await send(draft, policy && { policy_id: policy.policy_id, version: base.version });
      setBase({ text, version: saved.version });
      setFailure(undefined);
      await refresh(TOUCHES);
      onSaved(saved);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setFailure(error);
      if (error.status === 409) await refresh(TOUCHES);
    }
    setBusy(false);
  };
  return (
    <div class="stack">
      <Editor
        label="Policy"
        text={text}
        problems={isChanged ? problems : []}
        readOnly={!mayEdit && !may('dryRunGatewayPolicy')}
        onText={setText}
      />
      <div class="row-of">
        {mayEdit && trial.draft && (
          <Button
            kind="primary"
            busy={busy}
            disabled={!isChanged || problems.length > 0 || trial.isBusy}
            onClick={() => trial.draft && save(trial.draft)}
          >
            {policy ? `Save version ${(base.version ?? 0) + 1}` : 'Save the policy'}
          </Button>
        )}
        {isChanged && policy && <Button onClick={() => setText(base.text)}>Take the changes back</Button>}
        <Button kind="quiet" onClick={() => setText(asOther(text))}>
          Write it as {isJson(text) ? 'YAML' : 'JSON'}
        </Button>
        {isChanged && trial.isBusy && <span class="quiet">Trying it out …</span>}
        {isChanged && !trial.isBusy && problems.length === 0 && <span class="quiet">No problems.</span>}
      </div>
      {failure && policy && failure.status === 409 ? (
        <Overtaken
          policyId={policy.policy_id}
          problem={failure}
          mine={text}
          onBase={(newer) => setBase({ text: textOf(newer), version: newer.version })}
          onText={setText}
          onDone={() => setFailure(undefined)}
        />
      ) : (
        failure && <p role="alert">{failure.message}</p>
      )}
      {isChanged && trial.result && <DryRun result={trial.result} />}
      {!may('dryRunGatewayPolicy') && <p class="quiet">Your role may read policies. An administrator changes them.</p>}
    </div>
  );
}

function send(draft: Draft, known: { policy_id: string; version: number | undefined } | undefined): Promise<Policy> {
  if (!known) return call('createGatewayPolicy', { body: draft });
  const { policy_id, version } = known;
  return call('updateGatewayPolicy', { params: { policy_id }, body: { ...draft, version } });
}

interface Trial {
  draft: Draft | undefined;
  problems: readonly Spot[];
  result: Answer<'dryRunGatewayPolicy'> | undefined;
  isBusy: boolean;
}

/** Reads a text, and asks the API what is wrong with it and what it would have done, once nobody types. */
function useTrial(text: string, policy: Policy | undefined): Trial {
  const may = useMay();
  const settled = useSettled(text);
  const { draft, problems, locate } = useMemo(() => readDraft(settled), [settled]);
  const bound = policy && {
    policy_id: policy.policy_id,
    bindings: policy.bindings.map(({ target_type, target_id, mode }) => ({ target_type, mode, ...(target_id !== null && { target_id }) })),
  };
  const { data, error, isFetching } = useAsk(
    'dryRunGatewayPolicy',
    { body: { ...(draft ?? { name: '', rules: [] }), ...bound } },
    { enabled: draft !== undefined && may('dryRunGatewayPolicy'), keep: true },
  );
  const found = draft !== undefined && error ? locate(error) : [];
  const isSound = problems.length + found.length === 0;
  return { draft, problems: [...problems, ...found], result: isSound ? data : undefined, isBusy: isFetching || settled !== text };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface OvertakenProps {
  policyId: string;
  problem: Problem;
  mine: string;
  onBase(newer: Policy): void;
  onText(text: string): void;
  onDone(): void;
}

/** Somebody else saved meanwhile: says who, shows what differs, and lets one choose. */
function Overtaken({ policyId, problem, mine, onBase, onText, onDone }: OvertakenProps) {
  const { data: newer } = useAsk('getGatewayPolicy', { params: { policy_id: policyId } });
  const choose = (take: 'theirs' | 'mine') => {
    if (!newer) return;
    onBase(newer);
    if (take === 'theirs') onText(textOf(newer));
    onDone();
  };
  const written = readDraft(mine).draft;
  return (
    <section class="panel stack" role="alert">
      <h2>Not saved: {problem.message}</h2>
      {newer && (
        <>
          <p>
            {newer.updated_by} saved version {newer.version}. This is how yours differs from it:
          </p>
          <LineDiff before={textOf(newer)} now={written ? writeDraft(written, 'json') : mine} />
          <div class="row-of">
            <Button onClick={() => choose('theirs')}>Load version {newer.version}, drop mine</Button>
            <Button onClick={() => choose('mine')}>Keep mine to save over it</Button>
          </div>
        </>
      )}
    </section>
  );
}

function isJson(text: string): boolean {
  return text.trimStart().startsWith('{');
}

/** A text that cannot be read stays as it is. */
function asOther(text: string): string {
  const { draft } = readDraft(text);
  return draft ? writeDraft(draft, isJson(text) ? 'yaml' : 'json') : text;
}
