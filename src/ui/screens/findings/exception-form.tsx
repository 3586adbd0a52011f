import { fieldProblems } from '../../client/problem.js';
import { useChange } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { ChoiceField, Field } from '../../parts/form.js';
import { Modal } from '../../parts/modal.js';
import { toast } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { dayOf, endOf } from './triage-dialog.js';
import type { WholeFinding } from './view.js';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;
const LONGEST_DAYS = 364;

/** Asks an administrator to live with a finding until a day. */
export function ExceptionForm({ finding, onClose }: { finding: WholeFinding; onClose(): void }) {
  const create = useChange('createException', ['getFinding', 'listExceptions']);
  const problems = fieldProblems(create.error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const body = {
      problem_id: finding.id,
      ...coverOf(finding, String(form.get('covers'))),
      reason: String(form.get('reason') ?? '').trim(),
      expires_at: endOf(String(form.get('day'))),
    };
    create.mutate(
      { body },
      {
        onSuccess: () => {
          toast('Requested: an administrator decides on it');
          onClose();
        },
      },
    );
  };
  return (
    <Modal title="Request an exception" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <p class="break">
          {legible(finding.id, 100)} would not count until the day you name. Another person with the role admin has to approve it.
        </p>
        <ChoiceField label="It covers" name="covers" choices={choicesOf(finding)} value={choicesOf(finding)[0]?.value} />
        <Field label="Reason" problem={problems.get('reason')}>
          {(field) => <textarea {...field} name="reason" rows={3} maxLength={2000} required />}
        </Field>
        <Field label="Until" problem={problems.get('expires_at')}>
          {(field) => (
            <input
              {...field}
              type="date"
              name="day"
              required
              value={dayOf(Date.now() + USUAL_DAYS * DAY_MS)}
              min={dayOf(Date.now())}
              max={dayOf(Date.now() + LONGEST_DAYS * DAY_MS)}
            />
          )}
        </Field>
        {create.error && problems.size === 0 && <p role="alert">{create.error.message}</p>}
        <div class="actions">
          <Button type="submit" kind="primary" busy={create.isPending}>
            Request
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function choicesOf({ package: own }: WholeFinding) {
  const narrow = { value: 'finding', label: 'this finding, in this source' };
  if (!own) return [narrow, { value: 'problem', label: 'the problem, wherever it is' }];
  const any = { value: 'package', label: `the problem in any version of ${legible(own.name, 80)}` };
  return [narrow, any, { value: 'problem', label: 'the problem, in whatever package' }];
}

function coverOf({ fingerprint, source_id, package: own }: WholeFinding, covers: string) {
  if (covers === 'finding') return { fingerprint, source_id };
  return covers === 'package' && own ? { purl: own.key } : {};
}
