import { Pause, Play } from 'lucide-preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAddress } from '../../app/address.js';
import { useShortcuts } from '../../app/keyboard.js';
import { addressOf } from '../../client/call.js';
import { type Item, useAsk, useRefresh, useRows } from '../../client/queries.js';
import { type StreamState, useStream } from '../../client/stream.js';
import { Badge, State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Filters } from '../../parts/filters.js';
import { SeverityMark } from '../../parts/severity.js';
import { Empty, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { severities, severityOf } from '../../words/severity.js';
import type { Tone } from '../../words/state.js';
import { EventPanel } from './event-panel.js';

type ProxyEvent = Item<'listProxyEvents'>;

const FILTERS = ['decision', 'severity', 'agent', 'server', 'tool'] as const;
const DECISIONS = ['allow', 'warn', 'redact', 'deny'] as const;
/** How often what has no stream is asked for. */
const EVERY_MS = 10_000;
/** Alerts that come together are asked for together. */
const GATHER_MS = 300;

/** Alerts as they come, or all decisions; to be held still while they are read. */
export function Live() {
  const { values, change, to } = useAddress([...FILTERS, 'show', 'event']);
  const [paused, setPaused] = useState(false);
  const all = values.show === 'all';
  const query = {
    decision: DECISIONS.find((one) => one === values.decision),
    severity: severityOf(values.severity),
    agent: values.agent,
    server: values.server,
    tool: values.tool,
  };
  const operation = all ? 'listProxyEvents' : 'listProxyAlerts';
  const events = useRows(operation, { query });
  const { state, waiting } = useNews({ operation, query, paused });
  const open = events.rows.find(({ event_id }) => event_id === values.event);
  useShortcuts(useMemo(() => [{ keys: 'p', what: 'Pause', run: () => setPaused((before) => !before) }], []));
  return (
    <>
      <div class="runtime-bar">
        <nav class="row-of" aria-label="Which decisions">
          <a class="button" href={to({ show: undefined, event: undefined })} aria-current={all ? undefined : 'true'}>
            Alerts
          </a>
          <a class="button" href={to({ show: 'all', event: undefined })} aria-current={all ? 'true' : undefined}>
            All decisions
          </a>
        </nav>
        <Button onClick={() => setPaused(!paused)} aria-pressed={paused} title="p">
          {paused ? <Play size={14} aria-hidden="true" /> : <Pause size={14} aria-hidden="true" />} {paused ? 'Go on' : 'Pause'}
        </Button>
        <Badge tone={paused ? 'warn' : STREAM[state].tone}>{paused ? `paused, ${waiting} new` : STREAM[state].word}</Badge>
      </div>
      <Filters
        filters={[
          { name: 'decision', label: 'Decision', choices: DECISIONS.map((value) => ({ value, label: value })) },
          { name: 'severity', label: 'Severity', choices: severities.map((value) => ({ value, label: value })) },
          { name: 'agent', label: 'Agent' },
          { name: 'server', label: 'Server' },
          { name: 'tool', label: 'Tool' },
        ]}
        values={values}
        onChange={change}
      />
      <Shown query={events.query} what="decisions">
        {() =>
          events.rows.length === 0 ? (
            <NoEvents all={all} isFiltered={FILTERS.some((name) => values[name] !== undefined)} />
          ) : (
            <Table
              label={all ? 'Decisions' : 'Alerts'}
              columns={columns}
              rows={events.rows}
              keyOf={({ event_id }) => event_id}
              open={values.event}
              onOpen={({ event_id }) => change({ event: event_id })}
              onMore={events.more}
            />
          )
        }
      </Shown>
      {open && <EventPanel event={open} onClose={() => change({ event: undefined })} />}
    </>
  );
}

const STREAM: Readonly<Record<StreamState, { tone: Tone; word: string }>> = {
  connecting: { tone: 'busy', word: 'connecting' },
  live: { tone: 'good', word: 'live' },
  broken: { tone: 'warn', word: 'connection lost, trying again' },
  ended: { tone: 'bad', word: 'stream ended: load the page anew' },
};

interface News {
  operation: 'listProxyEvents' | 'listProxyAlerts';
  query: object;
  paused: boolean;
}

/** Asks for the list anew when the stream tells of an alert. While paused, it only counts them. */
function useNews({ operation, query, paused }: News): { state: StreamState; waiting: number } {
  const refresh = useRefresh();
  const [waiting, setWaiting] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const held = useRef(paused);
  held.current = paused;
  const ask = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => refresh([operation]), GATHER_MS);
  };
  const state = useStream(addressOf('streamProxyAlerts', { query }), ['alert'], () => {
    if (held.current) setWaiting((before) => before + 1);
    else ask();
  });
  useEffect(() => {
    if (paused) return undefined;
    if (waiting > 0) ask();
    setWaiting(0);
    // Decisions that are no alerts have no stream.
    const every = operation === 'listProxyEvents' ? setInterval(ask, EVERY_MS) : undefined;
    return () => {
      clearInterval(every);
      clearTimeout(timer.current);
    };
  }, [paused, operation]);
  return { state, waiting };
}

const columns: readonly Column<ProxyEvent>[] = [
  { key: 'at', label: 'When', width: '7rem', show: (row) => <Time at={row.occurred_at} /> },
  { key: 'decision', label: 'Decision', width: '5.5rem', show: (row) => <State state={row.decision} /> },
  { key: 'tool', label: 'Tool', width: 'minmax(6rem, 1fr)', show: (row) => legible(row.tool ?? row.method ?? '', 120) },
  { key: 'server', label: 'Server', width: 'minmax(5rem, 1fr)', wide: true, show: (row) => legible(row.server ?? '', 120) },
  { key: 'agent', label: 'Agent', width: 'minmax(5rem, 1fr)', wide: true, show: (row) => legible(row.agent ?? '', 120) },
  {
    key: 'severity',
    label: 'Severity',
    width: '6rem',
    wide: true,
    show: (row) => row.severity && <SeverityMark severity={severityOf(row.severity) ?? 'unknown'} />,
  },
  { key: 'why', label: 'Why', width: 'minmax(6rem, 2fr)', show: (row) => legible(row.reason ?? row.rule_id ?? '', 300) },
];

function NoEvents({ all, isFiltered }: { all: boolean; isFiltered: boolean }) {
  const { data } = useAsk('proxyStatus', {});
  if (isFiltered) return <Empty title="No decision passes these filters" />;
  if (data && data.sessions > 0)
    return (
      <Empty title={all ? 'No decision is kept any more' : 'No proxy has warned, hidden or blocked anything'}>
        <p>
          {data.events.toLocaleString('en')} calls of {data.sessions} sessions were seen. New alerts appear here by themselves.
        </p>
      </Empty>
    );
  return (
    <Empty title="No proxy has reported yet" command="castellan proxy --control-plane URL --key-file FILE -- npx -y SERVER">
      <p>A proxy stands between a client and a server, judges every call, and reports what it decided. Alerts appear here by themselves.</p>
    </Empty>
  );
}
