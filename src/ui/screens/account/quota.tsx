import { useState } from 'preact/hooks';
import { useMay } from '../../app/session.js';
import type { Answer, Input } from '../../client/call.js';
import { useAsk, useChange } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/form.js';
import { Modal } from '../../parts/modal.js';
import { SmallTable } from '../../parts/small-table.js';
import { Shown } from '../../parts/states.js';
import { toast } from '../../parts/toasts.js';
import { inWords } from '../../words/state.js';

type Limits = Answer<'getQuota'>;
type Kind = keyof Limits['usage'];

/** How much of what this tenant may have, and has. */
export function Quota() {
  const query = useAsk('getQuota', {});
  const may = useMay();
  const [changed, setChanged] = useState<Kind>();
  return (
    <Shown query={query} what="the quota">
      {(limits) => (
        <>
          <SmallTable
            caption="Limits of this tenant"
            rows={Object.keys(limits.usage) as Kind[]}
            keyOf={(kind) => kind}
            columns={[
              { label: 'Of', show: (kind) => inWords(kind) },
              { label: 'Used', number: true, show: (kind) => limits.usage[kind].toLocaleString('en') },
              { label: 'Limit', number: true, show: (kind) => limits[kind].toLocaleString('en') },
              {
                label: 'Share',
                show: (kind) => (
                  <meter
                    min={0}
                    max={Math.max(1, limits[kind])}
                    high={limits[kind] * 0.8}
                    value={limits.usage[kind]}
                    aria-label={`${inWords(kind)} used`}
                  />
                ),
              },
              {
                label: 'Change',
                show: (kind) =>
                  may('updateQuota') && (
                    <Button aria-label={`Change ${inWords(kind)}`} onClick={() => setChanged(kind)}>
                      Change
                    </Button>
                  ),
              },
            ]}
          />
          {changed && <ChangeLimit kind={changed} limits={limits} onClose={() => setChanged(undefined)} />}
        </>
      )}
    </Shown>
  );
}

function ChangeLimit({ kind, limits, onClose }: { kind: Kind; limits: Limits; onClose(): void }) {
  const { mutate, error, isPending } = useChange('updateQuota', ['getQuota']);
  const set = (value: number | null) => {
    const body: Input<'updateQuota'>['body'] = { [kind]: value };
    mutate(
      { body },
      {
        onSuccess: () => {
          toast(`The limit of ${inWords(kind)} is changed.`);
          onClose();
        },
      },
    );
  };
  return (
    <Modal title={`Limit of ${inWords(kind)}`} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          set(Number(new FormData(event.currentTarget).get('limit')));
        }}
      >
        <Field label="Limit" hint={`Without a change it is ${limits.defaults[kind].toLocaleString('en')}`} problem={error?.message}>
          {(field) => <input {...field} name="limit" type="number" min={0} value={limits[kind]} required />}
        </Field>
        <div class="row-of">
          <Button type="submit" kind="primary" busy={isPending}>
            Save
          </Button>
          <Button busy={isPending} onClick={() => set(null)}>
            Back to the default
          </Button>
        </div>
      </form>
    </Modal>
  );
}
