import { useMemo, useState } from 'preact/hooks';
import { useMay } from '../../app/session.js';
import { type Item, useRows } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Code } from '../../parts/code.js';
import { SeverityMark } from '../../parts/severity.js';
import { Empty, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { type Decision, type Target, useTriage } from './triage.js';
import { TriageDialog } from './triage-dialog.js';
import { filterOf, type GROUPINGS, memberFilter, type useView } from './view.js';

type Group = Item<'listFindingGroups'>;

interface Props {
  view: ReturnType<typeof useView>;
  by: (typeof GROUPINGS)[number];
}

/** Findings by what they have in common: the worst and largest groups first, each with the upgrade that ends most of it. */
export function Groups({ view, by }: Props) {
  const { filter, filters, change } = view;
  const { rows, query, more } = useRows('listFindingGroups', { query: { ...filter, by } });
  const [asked, setAsked] = useState<Target>();
  const triage = useTriage();
  const may = useMay()('bulkTriage');
  const key = JSON.stringify(filters);
  const columns = useMemo(() => {
    const ask = (group: Group) =>
      setAsked({ filter: filterOf({ ...JSON.parse(key), ...memberFilter(by, group.key) }), expected: group.count });
    return columnsOf(may ? ask : undefined);
  }, [by, key, may]);
  const decide = async (decision: Decision) => {
    const on = asked;
    setAsked(undefined);
    if (on) await triage(on, decision);
  };
  return (
    <>
      <Shown query={query} what="groups">
        {() =>
          rows.length === 0 ? (
            <Empty title="No findings to group so">
              <p>
                {by === 'agent'
                  ? 'No open finding of these filters reaches an agent.'
                  : 'No finding of these filters has what this groups by.'}{' '}
                <a href="/findings">Show all open findings</a>
              </p>
            </Empty>
          ) : (
            <Table
              label={`Findings by ${by}`}
              columns={columns}
              rows={rows}
              keyOf={(row) => row.key}
              onOpen={(row) => change({ ...memberFilter(by, row.key), by: undefined })}
              onMore={more}
              busy={query.isPlaceholderData}
            />
          )
        }
      </Shown>
      {asked && <TriageDialog target={asked} onDecide={decide} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function columnsOf(ask: ((group: Group) => void) | undefined): readonly Column<Group>[] {
  const shown: Column<Group>[] = [
    { key: 'severity', label: 'Worst', width: '5.25rem', show: (row) => <SeverityMark severity={row.severity} /> },
    { key: 'name', label: 'Group', width: 'minmax(0, 4fr)', show: (row) => <Name group={row} /> },
    { key: 'count', label: 'Findings', width: '4.5rem', number: true, show: (row) => row.count.toLocaleString('en') },
    { key: 'fix', label: 'Ends most', width: 'minmax(0, 3fr)', wide: true, show: (row) => <Upgrade group={row} /> },
    { key: 'seen', label: 'First seen', width: '6.5rem', wide: true, show: (row) => <Time at={row.first_seen} /> },
  ];
  if (!ask) return shown;
  return [
    ...shown,
    { key: 'act', label: 'Decide', width: '5.5rem', wide: 'very', show: (row) => <Button onClick={() => ask(row)}>Triage …</Button> },
  ];
}

function Name({ group: { key, name, kev } }: { group: Group }) {
  return (
    <>
      {kev > 0 && <Badge tone="bad">exploited</Badge>} {legible(name, 160)}{' '}
      {name !== key && <span class="mono quiet">{legible(key, 60)}</span>}
    </>
  );
}

function Upgrade({ group: { fix, count } }: { group: Group }) {
  if (!fix) return <span class="quiet">no fix known</span>;
  return (
    <>
      {fix.command === null ? <b>{legible(fix.version, 40)}</b> : <Code text={fix.command} />}{' '}
      <span class="quiet">{`ends ${fix.ends.toLocaleString('en')} of ${count.toLocaleString('en')}`}</span>
    </>
  );
}
