import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useMay } from '../../app/session.js';
import type { Answer, Operation } from '../../client/call.js';
import { useChange } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/confirm.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { sourceKinds } from '../../words/source-kinds.js';
import { isOpen } from './summary.js';

const TOUCHES: readonly Operation[] = ['getScan', 'listJobs', 'listSourceJobs', 'getSource', 'listSources'];

/** What can be done with a job: cancel it while it is open, run its source again, delete it. */
export function JobActions({ job }: { job: Answer<'getScan'> }) {
  const { job_id, source_id, cancel_requested, target } = job;
  const { route } = useLocation();
  const may = useMay();
  const [asked, setAsked] = useState(false);
  const cancel = useChange('cancelScan', TOUCHES);
  const again = useChange('runSource', TOUCHES);
  const remove = useChange('deleteScan', TOUCHES);
  const runs = target !== null && sourceKinds[target.kind].runs;
  if (isOpen(job))
    return may('cancelScan') ? (
      <Button
        kind="danger"
        busy={cancel.isPending}
        disabled={cancel_requested}
        onClick={() =>
          cancel.mutate({ params: { job_id } }, { onSuccess: () => toast('The job was asked to stop.'), onError: toastFailure })
        }
      >
        {cancel_requested ? 'Is being stopped' : 'Cancel'}
      </Button>
    ) : null;
  return (
    <>
      {may('runSource') && runs && source_id !== null && (
        <Button
          busy={again.isPending}
          onClick={() =>
            again.mutate({ params: { source_id } }, { onSuccess: (started) => route(`/jobs/${started.job_id}`), onError: toastFailure })
          }
        >
          Run again
        </Button>
      )}
      {may('deleteScan') && (
        <Button kind="danger" onClick={() => setAsked(true)}>
          Delete
        </Button>
      )}
      {asked && (
        <Confirm
          title="Delete this job?"
          verb="Delete the job"
          busy={remove.isPending}
          problem={remove.error?.message}
          onClose={() => setAsked(false)}
          onConfirm={() =>
            remove.mutate(
              { params: { job_id } },
              {
                onSuccess: () => {
                  toast('The job is deleted.');
                  route('/jobs');
                },
              },
            )
          }
        >
          <p>It leaves the list. Its findings stay, and the audit trail keeps that it was deleted. This cannot be taken back.</p>
        </Confirm>
      )}
    </>
  );
}
