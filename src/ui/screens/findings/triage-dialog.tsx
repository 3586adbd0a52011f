import choices from 'virtual:choices';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { ChoiceField, Field } from '../../parts/form.js';
import { Modal } from '../../parts/modal.js';
import { inWords } from '../../words/state.js';
import { countOf, type Decision, type Target } from './triage.js';

interface Props {
  target: Target;
  onDecide(decision: Decision): Promise<void>;
  onClose(): void;
}

const REMOVED = 'none';
const DAY_MS = 86_400_000;
const LONGEST_DAYS = 365;

/** `2026-01-31` of a time. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The end of a day, as far as a date that a person picks goes. */
export function endOf(day: string): string {
  return `${day}T23:59:59Z`;
}

/** One decision on findings, with a note, somebody who looks into them, and a date until which it also holds for those to come. */
export function TriageDialog({ target, onDecide, onClose }: Props) {
  const [state, setState] = useState('');
  const [busy, setBusy] = useState(false);
  const count = countOf(target);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    await onDecide(decisionOf(new FormData(event.currentTarget as HTMLFormElement)));
  };
  return (
    <Modal title={count === 1 ? 'Triage one finding' : `Triage ${count.toLocaleString('en')} findings`} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <ChoiceField
          label="Decision"
          name="state"
          value={state}
          none="choose"
          onChange={setState}
          choices={[...choices.triage.map((value) => ({ value, label: inWords(value) })), { value: REMOVED, label: 'remove the triage' }]}
          hint="False positive and not affected set findings aside. To accept a risk, request an exception instead."
        />
        <Field label="Note" hint="Why, for whoever comes next. Without one, the notes that are there stay.">
          {(field) => <textarea {...field} name="note" rows={3} maxLength={2000} />}
        </Field>
        <Field label="Assignee" hint="Without one, it stays as it is.">
          {(field) => <input {...field} name="assignee" maxLength={200} autocomplete="off" />}
        </Field>
        {state !== REMOVED && (
          <Field
            label="Hold for later versions and other sources until"
            hint="Without a date, the decision is about the findings that are there. With one, it also takes the same problem in other sources and in versions to come, until that day ends."
          >
            {(field) => (
              <input {...field} type="date" name="until" min={dayOf(Date.now())} max={dayOf(Date.now() + (LONGEST_DAYS - 1) * DAY_MS)} />
            )}
          </Field>
        )}
        <div class="actions">
          <Button type="submit" kind="primary" busy={busy} disabled={state === ''}>
            Decide
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function decisionOf(form: FormData): Decision {
  const typed = (name: string) => String(form.get(name) ?? '').trim();
  const [note, assignee, until] = [typed('note'), typed('assignee'), typed('until')];
  return {
    state: choices.triage.find((one) => one === form.get('state')) ?? null,
    ...(note !== '' && { note }),
    ...(assignee !== '' && { assignee }),
    ...(until !== '' && { until: endOf(until) }),
  };
}
