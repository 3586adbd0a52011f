import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useMay } from '../../app/session.js';
import { newOnce } from '../../client/call.js';
import { fieldProblems } from '../../client/problem.js';
import { type Item, useChange } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/form.js';
import { Modal } from '../../parts/modal.js';
import { toast } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';

const FEWEST = 2;
const MOST = 32;
const USUAL_HOURS = 168;

interface Props {
  selected: ReadonlySet<string>;
  rows: readonly Item<'listSources'>[];
  onClear(): void;
}

/** What can be done with the selected sources: run them as one cohort. */
export function CohortBar({ selected, rows, onClear }: Props) {
  const may = useMay();
  const [asked, setAsked] = useState(false);
  if (selected.size === 0 || !may('runCohort')) return null;
  const fits = selected.size >= FEWEST && selected.size <= MOST;
  return (
    <div class="notice" role="status">
      <b>{selected.size} selected</b>
      <Button kind="primary" disabled={!fits} onClick={() => setAsked(true)}>
        Run as a cohort
      </Button>
      <Button kind="quiet" onClick={onClear}>
        Clear the selection
      </Button>
      {!fits && (
        <span class="quiet">
          A cohort has {FEWEST} to {MOST} sources.
        </span>
      )}
      {asked && <RunCohort ids={[...selected]} rows={rows} onClose={() => setAsked(false)} />}
    </div>
  );
}

function RunCohort({ ids, rows, onClose }: { ids: string[]; rows: Props['rows']; onClose(): void }) {
  const { route } = useLocation();
  const [hours, setHours] = useState(USUAL_HOURS);
  // The same wish sent twice makes one cohort; another wish is another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the wish consists of
  const once = useMemo(newOnce, [ids.join(), hours]);
  const { mutate, error, isPending } = useChange('runCohort', ['listSources', 'listJobs'], { once });
  const problems = fieldProblems(error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(
      { body: { source_ids: ids, max_age_hours: hours } },
      {
        onSuccess: ({ cohort_id, jobs }) => {
          toast(`${jobs.length} jobs are queued as one cohort.`);
          route(`/jobs?cohort_id=${cohort_id}`);
        },
      },
    );
  };
  return (
    <Modal title={`Run ${ids.length} sources as a cohort`} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <p>Their results are correlated when all have ended and none is too old.</p>
        <ul class="bullets">
          {ids.map((id) => (
            <li key={id}>{legible(rows.find(({ source_id }) => source_id === id)?.display_name ?? id, 120)}</li>
          ))}
        </ul>
        <Field label="Hours" hint="When the last job ends, no result may be older than this" problem={problems.get('max_age_hours')}>
          {(field) => (
            <input
              {...field}
              type="number"
              min={1}
              max={8760}
              required
              value={hours}
              onChange={(event) => setHours(event.currentTarget.valueAsNumber || USUAL_HOURS)}
            />
          )}
        </Field>
        {error && problems.size === 0 && (
          <p class="notice warn" role="alert">
            {error.message}
          </p>
        )}
        <Button type="submit" kind="primary" busy={isPending}>
          Run them
        </Button>
      </form>
    </Modal>
  );
}
