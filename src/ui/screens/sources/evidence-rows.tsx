import type { Item } from '../../client/queries.js';
import { Code } from '../../parts/code.js';
import { SmallTable } from '../../parts/small-table.js';
import { Time } from '../../parts/time.js';
import { sizeInWords } from '../../words/size.js';
import { inWords } from '../../words/state.js';

type Evidence = Pick<Item<'listEvidence'>, 'evidence_id' | 'kind' | 'hash' | 'size' | 'created_at' | 'bytes_removed_at'>;

/** Evidence in a short table. */
export function EvidenceRows({ rows }: { rows: readonly Evidence[] }) {
  return (
    <SmallTable
      caption="Evidence"
      rows={rows}
      keyOf={({ evidence_id }) => evidence_id}
      columns={[
        { label: 'Evidence', show: ({ evidence_id, kind }) => <a href={`/evidence/${evidence_id}`}>{inWords(kind)}</a> },
        { label: 'SHA-256', show: ({ hash }) => <Code text={hash} shown={`${hash.slice(0, 12)}…`} /> },
        { label: 'Size', number: true, show: ({ size }) => sizeInWords(size) },
        { label: 'Stored', show: ({ created_at }) => <Time at={created_at} /> },
        {
          label: 'Bytes',
          show: ({ bytes_removed_at }) =>
            bytes_removed_at === null ? (
              'kept'
            ) : (
              <>
                removed <Time at={bytes_removed_at} />
              </>
            ),
        },
      ]}
    />
  );
}
