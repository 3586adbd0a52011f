import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useShortcuts } from '../../app/keyboard.js';
import { useMay } from '../../app/session.js';
import type { Answer } from '../../client/call.js';
import { useAsk, useRows } from '../../client/queries.js';
import { Shown } from '../../parts/states.js';
import { Table, type TableHandle } from '../../parts/table.js';
import { BulkBar } from './bulk-bar.js';
import { columnsOf } from './columns.js';
import { NoFindings } from './coverage.js';
import { type Decision, type Target, TRIAGE_KEYS, useTriage } from './triage.js';
import { TriageDialog } from './triage-dialog.js';
import type { Finding, useView } from './view.js';

const NOTHING: ReadonlySet<string> = new Set();

interface Props {
  view: ReturnType<typeof useView>;
  sources: Answer<'listSources'> | undefined;
}

/** The findings one by one: the keyboard goes through them, opens them, and decides on one or on those selected. */
export function List({ view, sources }: Props) {
  const { filter, filters, sort, open, change, to } = view;
  const { rows, query, more } = useRows('listFindings', { query: { ...filter, sort, limit: 200 } });
  const counted = useAsk('listFindings', { query: { ...filter, limit: 1, count: 'true' } }, { keep: true });
  const names = useMemo(() => new Map(sources?.items.map((source) => [source.source_id, source.display_name])), [sources]);
  const columns = useMemo(() => columnsOf(names), [names]);
  const may = useMay()('bulkTriage');
  const work = useDeciding(view, rows);
  const isFiltered = Object.keys(filters).length > 0;
  const hasMore = query.hasNextPage;
  return (
    <>
      <Shown query={query} what="findings">
        {() =>
          rows.length === 0 ? (
            <NoFindings
              sources={sources}
              isFiltered={isFiltered}
              any={filter.status === 'open' ? to({ status: 'any', open: undefined }) : undefined}
            />
          ) : (
            <Table
              label="Findings"
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              handle={work.table}
              open={open}
              onOpen={(row) => change({ open: row.finding_id })}
              onActive={work.onActive}
              selection={may ? { selected: work.selected, onSelect: work.setSelected } : undefined}
              onMore={more}
              total={counted.data?.total}
              busy={query.isPlaceholderData}
            />
          )
        }
      </Shown>
      {rows.length > 0 && (
        <BulkBar
          shown={rows.length}
          hasMore={hasMore}
          total={counted.data?.total}
          capped={counted.data?.total_is_capped === true}
          target={work.target}
          selected={work.selected.size}
          filter={filter}
          onTarget={work.setTarget}
          onClear={work.clear}
          onDecide={work.ask}
        />
      )}
      {work.asked && <TriageDialog target={work.asked} onDecide={work.decide} onClose={work.close} />}
    </>
  );
}

const keyOf = (row: Finding) => row.finding_id;

/** What is selected, and the keys that decide on it: on all that match, on those selected, else on the one that is open or active. */
function useDeciding({ filter, open, change }: Props['view'], rows: readonly Finding[]) {
  const table = useRef<TableHandle>(null);
  const active = useRef<Finding | undefined>(undefined);
  const [selected, select] = useState(NOTHING);
  const [all, setAll] = useState<Target>();
  const [asked, setAsked] = useState<Target>();
  const triage = useTriage();
  const may = useMay()('bulkTriage');
  const clear = () => {
    select(NOTHING);
    setAll(undefined);
  };
  useEffect(clear, [filter]);
  const chosen = useMemo(() => rows.filter(({ finding_id }) => selected.has(finding_id)), [rows, selected]);
  const target: Target | undefined = all ?? (chosen.length > 0 ? { findings: chosen } : undefined);
  const current = (): Target | undefined => {
    if (target) return target;
    const id = open ?? active.current?.finding_id;
    const one = rows.find(({ finding_id }) => finding_id === id);
    return one && { findings: [one] };
  };
  const decide = async (decision: Decision, on = current()) => {
    if (on && (await triage(on, decision)) && on === target) clear();
  };
  const state = useRef({ decide, current, open });
  state.current = { decide, current, open };
  const shortcuts = useMemo(() => {
    const moving = [
      { keys: 'j', what: 'Next finding', run: () => table.current?.move(1) },
      { keys: 'k', what: 'Finding before', run: () => table.current?.move(-1) },
    ];
    const deciding = TRIAGE_KEYS.map(({ keys, what, state: next }) => ({
      keys,
      what,
      // Many are decided on in a dialog that says how many.
      run: () => {
        const on = state.current.current();
        if (on && 'findings' in on && on.findings.length === 1) state.current.decide({ state: next });
        else if (on) setAsked(on);
      },
    }));
    const asking = { keys: 't', what: 'Triage with note, assignee or date', run: () => setAsked(state.current.current()) };
    return may ? [...moving, SELECTING, ...deciding, asking] : moving;
  }, [may]);
  useShortcuts(shortcuts);
  return {
    table,
    selected,
    target,
    asked,
    clear,
    setTarget: setAll,
    ask: () => setAsked(target),
    close: () => setAsked(undefined),
    setSelected: (next: ReadonlySet<string>) => {
      setAll(undefined);
      select(next);
    },
    onActive: (row: Finding) => {
      active.current = row;
      if (state.current.open !== undefined && state.current.open !== row.finding_id) change({ open: row.finding_id }, 'replace');
    },
    decide: async (decision: Decision) => {
      const on = asked;
      setAsked(undefined);
      await decide(decision, on);
    },
  };
}

/** The table itself listens to it; here it is named for the help. */
const SELECTING = { keys: 'x', what: 'Select the finding; Shift with arrows selects several', run: () => undefined };
