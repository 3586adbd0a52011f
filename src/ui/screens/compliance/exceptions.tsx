import { useState } from 'preact/hooks';
import { useAddress } from '../../app/address.js';
import { useMay, useMe } from '../../app/session.js';
import type { Operation } from '../../client/call.js';
import { type Item, useChange, useRows } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Filters } from '../../parts/filters.js';
import { Field } from '../../parts/form.js';
import { Modal } from '../../parts/modal.js';
import { SmallTable } from '../../parts/small-table.js';
import { Empty, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { toast } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';

type Exception = Item<'listExceptions'>;
type Decision = 'approveException' | 'rejectException' | 'revokeException';

const STATUSES: readonly Exception['status'][] = ['pending', 'approved', 'rejected', 'revoked', 'expired'];

const DECISIONS: Readonly<Record<Decision, { verb: string; done: string; from: Exception['status'] }>> = {
  approveException: { verb: 'Approve', done: 'approved', from: 'pending' },
  rejectException: { verb: 'Reject', done: 'rejected', from: 'pending' },
  revokeException: { verb: 'Revoke', done: 'revoked', from: 'approved' },
};

/** What was agreed to be lived with: who asked, who decided, until when. */
export function Exceptions() {
  const { values, change } = useAddress(['status']);
  const status = STATUSES.find((known) => known === values.status);
  const { rows, query, more } = useRows('listExceptions', { query: { ...(status && { status }) } });
  const [asked, setAsked] = useState<{ exception: Exception; decision: Decision }>();
  return (
    <>
      <Filters
        filters={[{ name: 'status', label: 'Status', choices: STATUSES.map((value) => ({ value, label: value })) }]}
        values={values}
        onChange={change}
      />
      <Shown query={query} what="exceptions">
        {() =>
          rows.length === 0 ? (
            <Empty title={status ? `No exception is ${status}` : 'Nobody has asked for an exception'}>
              <p>An exception is asked for beside a finding, with a reason and an end. Somebody else approves it.</p>
            </Empty>
          ) : (
            <ExceptionTable rows={rows} onDecide={(exception, decision) => setAsked({ exception, decision })} />
          )
        }
      </Shown>
      {query.hasNextPage && <Button onClick={more}>Show more</Button>}
      {asked && <Decide {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function ExceptionTable({ rows, onDecide }: { rows: readonly Exception[]; onDecide(exception: Exception, decision: Decision): void }) {
  const may = useMay();
  const { subject } = useMe();
  const offered = ({ status, requested_by }: Exception) =>
    (Object.keys(DECISIONS) as Decision[]).filter(
      (decision) => may(decision) && DECISIONS[decision].from === status && (decision !== 'approveException' || requested_by !== subject),
    );
  return (
    <SmallTable
      caption="Exceptions"
      rows={rows}
      keyOf={({ exception_id }) => exception_id}
      columns={[
        { label: 'Status', show: ({ status }) => <State state={status} /> },
        {
          label: 'Problem',
          show: ({ problem_id }) => <a href={`/findings?q=${encodeURIComponent(problem_id)}`}>{legible(problem_id, 80)}</a>,
        },
        { label: 'Holds for', show: heldFor },
        { label: 'Reason', show: ({ reason }) => legible(reason, 300) },
        { label: 'Asked for by', show: ({ requested_by }) => legible(requested_by, 80) },
        { label: 'Decided by', show: ({ decided_by }) => legible(decided_by ?? '', 80) },
        { label: 'Ends', show: ({ expires_at }) => <Time at={expires_at} /> },
        {
          label: 'Decide',
          show: (exception) => (
            <span class="row-of">
              {offered(exception).map((decision) => (
                <Button key={decision} onClick={() => onDecide(exception, decision)}>
                  {DECISIONS[decision].verb}
                </Button>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}

function heldFor({ purl, fingerprint, source_id }: Exception) {
  if (fingerprint !== null) return 'one finding';
  return [purl === null ? 'every package' : legible(purl, 120), source_id === null ? 'all sources' : 'one source'].join(', ');
}

/** Operations that read what a decision changes. */
const TOUCHES: readonly Operation[] = ['listExceptions', 'getGovernance', 'listFindings', 'getFinding', 'getPosture', 'findingStats'];

function Decide({ exception, decision, onClose }: { exception: Exception; decision: Decision; onClose(): void }) {
  const { verb, done } = DECISIONS[decision];
  const { mutate, error, isPending } = useChange(decision, TOUCHES);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget as HTMLFormElement).get('note') ?? '').trim();
    mutate(
      { params: { exception_id: exception.exception_id }, body: note === '' ? {} : { note } },
      {
        onSuccess: () => {
          toast(`The exception for ${legible(exception.problem_id, 60)} is ${done}.`);
          onClose();
        },
      },
    );
  };
  return (
    <Modal title={`${verb} the exception for ${legible(exception.problem_id, 80)}`} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <p>{legible(exception.reason)}</p>
        <p class="quiet">
          Asked for by {legible(exception.requested_by, 80)}, ends <Time at={exception.expires_at} />
        </p>
        <Field label="Note" hint="Kept with the decision, and in the audit trail." problem={error?.message}>
          {(field) => <textarea {...field} name="note" rows={3} maxLength={2000} />}
        </Field>
        <Button type="submit" kind={decision === 'approveException' ? 'primary' : 'danger'} busy={isPending}>
          {verb}
        </Button>
      </form>
    </Modal>
  );
}
