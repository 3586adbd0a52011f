import { Badge, State } from '../../parts/badge.js';
import { SeverityMark } from '../../parts/severity.js';
import type { Column } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import type { Finding } from './view.js';

/** Columns of the list; `names` are those of the sources. */
export function columnsOf(names: ReadonlyMap<string, string>): readonly Column<Finding>[] {
  return [
    { key: 'severity', label: 'Severity', width: '5.25rem', show: (row) => <SeverityMark severity={row.severity} /> },
    { key: 'finding', label: 'Finding', width: 'minmax(0, 4fr)', show: (row) => <Title row={row} /> },
    { key: 'package', label: 'Where', width: 'minmax(0, 2fr)', wide: true, show: whatOf },
    {
      key: 'source',
      label: 'Source',
      width: 'minmax(0, 1fr)',
      wide: true,
      show: (row) => sourcesOf(row, names),
    },
    { key: 'state', label: 'State', width: '8.5rem', wide: 'very', show: (row) => <Decided row={row} /> },
    { key: 'seen', label: 'First seen', width: '6.5rem', wide: true, show: (row) => <Time at={row.first_seen} /> },
  ];
}

/** Where several sources see it, a column of this width has room for their number. */
function sourcesOf({ source_ids: ids }: Finding, names: ReadonlyMap<string, string>) {
  const all = ids.map((id) => legible(names.get(id) ?? id, 60));
  return all.length === 1 ? all[0] : <span title={all.join(', ')}>{all.length} sources</span>;
}

function Title({ row: { id, title, kev } }: { row: Finding }) {
  return (
    <>
      {kev && <Badge tone="bad">exploited</Badge>} {legible(title, 160)} <span class="mono quiet">{legible(id, 40)}</span>
    </>
  );
}

/** The package with its version, or what the finding is about. */
function whatOf({ package: own, component, subject }: Finding): string {
  if (own) return legible(own.version === null ? own.name : `${own.name} ${own.version}`, 120);
  return legible(component ?? subject ?? '', 120);
}

/** What was decided; without a decision its status. */
export function Decided({ row: { status, triage, exception_id } }: { row: Pick<Finding, 'status' | 'triage' | 'exception_id'> }) {
  if (status === 'resolved') return <State state="resolved" />;
  if (exception_id !== null) return <Badge tone="warn">exception</Badge>;
  return <State state={triage.state ?? status} />;
}
