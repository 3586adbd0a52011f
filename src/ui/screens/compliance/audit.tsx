import { useState } from 'preact/hooks';
import { useAddress } from '../../app/address.js';
import { useMay } from '../../app/session.js';
import { addressOf } from '../../client/call.js';
import { type Item, useAsk, useRows } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Drawer } from '../../parts/drawer.js';
import { Facts } from '../../parts/facts.js';
import { Filters } from '../../parts/filters.js';
import { Empty, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { inText } from '../../words/value.js';

type Event = Item<'listAudit'>;

const FILTERS = ['action', 'actor', 'target_type', 'target_id', 'outcome'] as const;

const columns: readonly Column<Event>[] = [
  { key: 'seq', label: 'No.', width: '4rem', number: true, show: ({ seq }) => seq },
  { key: 'at', label: 'When', width: '7rem', show: ({ timestamp }) => <Time at={timestamp} /> },
  { key: 'action', label: 'What', width: 'minmax(9rem, 1fr)', show: ({ action }) => action },
  { key: 'actor', label: 'Who', width: 'minmax(8rem, 1fr)', wide: true, show: ({ actor }) => legible(actor, 100) },
  { key: 'target', label: 'On', width: 'minmax(8rem, 1fr)', wide: true, show: ({ target_id }) => legible(target_id ?? '', 100) },
  { key: 'outcome', label: 'Outcome', width: '7rem', show: ({ outcome }) => <State state={outcome} /> },
];

/** The audit trail, and whether its chain is whole. */
export function Audit() {
  const { values, change } = useAddress(FILTERS);
  const { rows, query, more } = useRows('listAudit', { query: values });
  const [open, setOpen] = useState<Event>();
  const may = useMay();
  return (
    <div class="audit">
      <Chain />
      <Filters
        filters={FILTERS.map((name) => ({ name, label: name.replace('_', ' ') }))}
        values={values}
        onChange={(next) => change(next, 'replace')}
      />
      {may('exportAudit') && (
        <a class="button" href={addressOf('exportAudit', {})} download="audit.jsonl">
          Export the chain
        </a>
      )}
      <Shown query={query} what="the audit trail">
        {() =>
          rows.length === 0 ? (
            <Empty title="No event matches these filters" />
          ) : (
            <Table
              label="Audit events"
              columns={columns}
              rows={rows}
              keyOf={({ event_id }) => event_id}
              open={open?.event_id}
              onOpen={(row) => setOpen(row)}
              onMore={more}
            />
          )
        }
      </Shown>
      {open && (
        <Drawer title={open.action} onClose={() => setOpen(undefined)}>
          <Facts facts={Object.fromEntries(Object.entries(open).map(([name, value]) => [name, shown(value)]))} />
        </Drawer>
      )}
    </div>
  );
}

function shown(value: unknown): string {
  return legible(inText(value), 1000);
}

/** Verifying reads the whole chain, so it is done when asked. */
function Chain() {
  const [asked, setAsked] = useState(false);
  const query = useAsk('verifyAudit', {}, { enabled: asked });
  if (!asked)
    return (
      <p class="row-of">
        Every event is sealed with the one before it. <Button onClick={() => setAsked(true)}>Verify the chain</Button>
      </p>
    );
  return (
    <Shown query={query} what="the whole chain">
      {({ valid, events, first_bad_seq, reason }) => (
        <p role="status">
          {valid ? (
            <Badge tone="good">The chain of {events} events is whole</Badge>
          ) : (
            <Badge tone="bad">
              The chain is broken at no. {first_bad_seq}: {reason}
            </Badge>
          )}
        </p>
      )}
    </Shown>
  );
}
