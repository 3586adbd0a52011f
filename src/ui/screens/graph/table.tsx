import { useMemo } from 'preact/hooks';
import { SeverityMark } from '../../parts/severity.js';
import { type Column, Table } from '../../parts/table.js';
import { legible } from '../../words/legible.js';
import { compareNodes, type GraphNode, nodeLooks, verb } from '../../words/node.js';
import type { GraphAddress } from './address.js';
import type { Picture } from './picture.js';

interface Row {
  node: GraphNode;
  /** `used by cursor; holds API_TOKEN`. */
  joined: string;
  degree: number;
}

const columns: readonly Column<Row>[] = [
  {
    key: 'kind',
    label: 'Kind',
    width: '8rem',
    show: ({ node: { kind } }) => (
      <>
        <span class={`node-sign ${nodeLooks[kind].hue}`} aria-hidden="true">
          {nodeLooks[kind].sign}
        </span>{' '}
        {kind}
      </>
    ),
  },
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(8rem, 1fr)',
    show: ({ node }) => <span title={legible(node.id)}>{legible(node.label, 200)}</span>,
  },
  {
    key: 'severity',
    label: 'Severity',
    width: '6.5rem',
    wide: true,
    show: ({ node }) => node.severity && <SeverityMark severity={node.severity} />,
  },
  { key: 'degree', label: 'Edges', width: '4rem', number: true, wide: true, show: ({ degree }) => degree },
  { key: 'joined', label: 'What it is joined to', width: 'minmax(8rem, 2fr)', show: ({ joined }) => <span title={joined}>{joined}</span> },
];

const SAID = 12;

/** The picture in words, for those who do not see it. */
export function GraphTable({ address, picture }: { address: GraphAddress; picture: Picture }) {
  const rows = useMemo(() => rowsOf(picture), [picture]);
  return (
    <Table
      label="Nodes of the graph and what joins them"
      columns={columns}
      rows={rows}
      keyOf={({ node }) => node.id}
      total={rows.length}
      open={address.node}
      onOpen={({ node }) => address.change({ node: node.id })}
    />
  );
}

function rowsOf({ nodes, edges }: Picture): Row[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const joined = new Map<string, string[]>();
  for (const edge of edges)
    for (const [id, other] of [
      [edge.from, edge.to],
      [edge.to, edge.from],
    ] as const) {
      const said = joined.get(id) ?? [];
      said.push(`${verb(edge, id)} ${legible(labels.get(other) ?? other, 60)}`);
      joined.set(id, said);
    }
  return nodes.toSorted(compareNodes).map((node) => {
    const said = joined.get(node.id) ?? [];
    const more = said.length > SAID ? `; ${said.length - SAID} more` : '';
    return { node, joined: `${said.slice(0, SAID).join('; ')}${more}`, degree: said.length };
  });
}
