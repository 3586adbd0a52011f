import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useAddress } from '../../app/address.js';
import { useMay } from '../../app/session.js';
import type { Answer, Operation } from '../../client/call.js';
import { useChange } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/confirm.js';
import { Time } from '../../parts/time.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { sourceKinds } from '../../words/source-kinds.js';

type Source = Answer<'getSource'>;
export type SourceTest = Answer<'testSource'>;

/** Operations that read what a change of a source changes. */
const TOUCHES: readonly Operation[] = ['getSource', 'listSources', 'listAudit'];

interface Props {
  source: Source;
  onTested(test: SourceTest): void;
}

/** What can be done with a source; what the caller may not do is not offered. */
export function SourceActions({ source, onTested }: Props) {
  const { source_id, kind, status, enabled } = source;
  const { route } = useLocation();
  const { change } = useAddress(['edit']);
  const may = useMay();
  const params = { source_id };
  const test = useChange('testSource', ['listAudit']);
  const run = useChange('runSource', ['getSource', 'listSources', 'listJobs', 'listSourceJobs']);
  const update = useChange('updateSource', TOUCHES);
  const isRetired = status === 'retired';
  const runs = sourceKinds[kind].runs;
  const turn = () =>
    update.mutate(
      { params, body: { enabled: !enabled } },
      { onSuccess: () => toast(enabled ? 'The source is disabled.' : 'The source is enabled.'), onError: toastFailure },
    );
  return (
    <>
      {may('runSource') && runs && !isRetired && (
        <Button
          kind="primary"
          busy={run.isPending}
          disabled={!enabled}
          onClick={() => run.mutate({ params }, { onSuccess: ({ job_id }) => route(`/jobs/${job_id}`), onError: toastFailure })}
        >
          Run now
        </Button>
      )}
      {may('testSource') && !isRetired && (
        <Button busy={test.isPending} onClick={() => test.mutate({ params }, { onSuccess: onTested, onError: toastFailure })}>
          Test
        </Button>
      )}
      {may('createSchedule') && runs && !isRetired && (
        <a class="button" href={`/schedules?new=${source_id}`}>
          Schedule
        </a>
      )}
      {may('updateSource') && !isRetired && (
        <>
          <Button onClick={() => change({ edit: 'yes' })}>Edit</Button>
          <Button busy={update.isPending} onClick={turn}>
            {enabled ? 'Disable' : 'Enable'}
          </Button>
        </>
      )}
      {may('deleteSource') && !isRetired && <Drop source={source} />}
    </>
  );
}

function Drop({ source: { source_id, display_name, linked } }: { source: Source }) {
  const { route } = useLocation();
  const [asked, setAsked] = useState(false);
  const { mutate, error, isPending } = useChange('deleteSource', [...TOUCHES, 'listSchedules', 'getPosture']);
  const isLinked = Object.values(linked).some((count) => count > 0);
  const verb = isLinked ? 'Retire' : 'Delete';
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {verb}
      </Button>
      {asked && (
        <Confirm
          title={`${verb} ${legible(display_name, 80)}?`}
          verb={`${verb} the source`}
          busy={isPending}
          problem={error?.message}
          onClose={() => setAsked(false)}
          onConfirm={() =>
            mutate(
              { params: { source_id } },
              {
                onSuccess: () => {
                  toast(isLinked ? 'The source is retired.' : 'The source is deleted.');
                  route('/sources');
                },
              },
            )
          }
        >
          <p>
            {isLinked
              ? 'It runs no more, takes no pushes, and its schedules stop. Its jobs, evidence and findings stay, and so does the source as a record. It cannot be brought back.'
              : 'Nothing refers to it, so it is removed.'}
          </p>
        </Confirm>
      )}
    </>
  );
}

/** What a test of a source found, check by check. */
export function TestResult({ test: { status, checks, tested_at }, onClose }: { test: SourceTest; onClose(): void }) {
  return (
    <section class="panel stack" aria-label="Test of the source">
      <div class="row-of apart">
        <h2>
          {status === 'ok' ? 'It could run' : 'It could not run as it is'}{' '}
          <small class="quiet">
            tested <Time at={tested_at} />
          </small>
        </h2>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <ul class="checks">
        {checks.map(({ name, ok, message }) => (
          <li key={`${name} ${message}`}>
            <Badge tone={ok ? 'good' : 'bad'}>{ok ? 'passed' : 'failed'}</Badge> <b>{name}</b>{' '}
            <span class="break">{legible(message, 500)}</span>
          </li>
        ))}
      </ul>
      <p class="quiet">A test opens no connection and starts nothing.</p>
    </section>
  );
}
