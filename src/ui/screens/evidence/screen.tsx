import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useAddress } from '../../app/address.js';
import { type Item, useAsk, useRows } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Filters } from '../../parts/filters.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';
import { bytes } from './bytes.js';

type Evidence = Item<'listEvidence'>;

/** What jobs read and kept, newest first. */
export default function EvidenceList() {
  const { route } = useLocation();
  const { values, change } = useAddress(['source_id', 'job_id']);
  const sources = useAsk('listSources', { query: { limit: 200 } });
  const { rows, query, more } = useRows('listEvidence', { query: values });
  const names = useMemo(() => new Map(sources.data?.items.map((source) => [source.source_id, source.display_name])), [sources.data]);
  const columns = useMemo(() => columnsOf(names), [names]);
  const isFiltered = Object.keys(values).length > 0;
  return (
    <div class="screen-list">
      <Heading title="Evidence" about="What jobs read and kept, each with its hash" />
      <Filters
        filters={[
          { name: 'source_id', label: 'Source', choices: [...names].map(([value, label]) => ({ value, label })) },
          { name: 'job_id', label: 'Job', example: 'job_…' },
        ]}
        values={values}
        onChange={change}
      />
      <Shown query={query} what="evidence">
        {() =>
          rows.length === 0 ? (
            <NoEvidence isFiltered={isFiltered} />
          ) : (
            <Table
              label="Evidence"
              columns={columns}
              rows={rows}
              keyOf={(row) => row.evidence_id}
              onMore={more}
              onOpen={(row) => route(`/evidence/${row.evidence_id}`)}
            />
          )
        }
      </Shown>
    </div>
  );
}

function NoEvidence({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No evidence of this source or job">
        <p>
          Either it never read anything, or retention removed the rows. <a href="/evidence">Show all evidence</a>
        </p>
      </Empty>
    );
  return (
    <Empty title="Nothing was looked at yet">
      <p>
        Evidence comes with the first job that runs, or the first result that is pushed. <a href="/welcome">Set up the first source</a>
      </p>
    </Empty>
  );
}

function columnsOf(names: ReadonlyMap<string, string>): readonly Column<Evidence>[] {
  return [
    { key: 'kind', label: 'Kind', width: '6.5rem', show: (row) => inWords(row.kind) },
    { key: 'source', label: 'Source', width: 'minmax(0, 2fr)', show: (row) => sourceOf(row, names) },
    {
      key: 'job',
      label: 'Job',
      width: 'minmax(0, 2fr)',
      wide: true,
      show: ({ job_id }) => (job_id === null ? <span class="quiet">none</span> : <a href={`/jobs/${job_id}`}>{job_id}</a>),
    },
    { key: 'hash', label: 'SHA-256', width: '9rem', wide: true, show: (row) => <code title={row.hash}>{row.hash.slice(0, 12)}…</code> },
    { key: 'size', label: 'Size', width: '5rem', wide: 'very', number: true, show: (row) => bytes(row.size) },
    {
      key: 'kept',
      label: 'Bytes',
      width: '8rem',
      wide: 'very',
      show: (row) => (row.bytes_removed_at === null ? 'kept' : <Badge tone="warn">removed</Badge>),
    },
    { key: 'at', label: 'Created', width: '7rem', show: (row) => <Time at={row.created_at} /> },
  ];
}

function sourceOf({ source_id }: Evidence, names: ReadonlyMap<string, string>): string {
  return source_id === null ? 'none' : legible(names.get(source_id) ?? source_id, 120);
}
