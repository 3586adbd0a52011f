import { ExternalLink } from 'lucide-preact';
import { useAsk } from '../../client/queries.js';
import { Drawer } from '../../parts/drawer.js';
import { Shown } from '../../parts/states.js';
import { legible } from '../../words/legible.js';
import { FindingDetail } from './detail.js';

/** One finding beside the list, at the address `?open=fnd_…`. */
export function FindingDrawer({ findingId, onClose }: { findingId: string; onClose(): void }) {
  const query = useAsk('getFinding', { params: { finding_id: findingId } });
  return (
    <Drawer
      title={
        <>
          {query.data ? legible(query.data.title, 300) : 'Finding'}{' '}
          <a class="whole" href={`/findings/${encodeURIComponent(findingId)}`} aria-label="Open as a page">
            <ExternalLink size={14} aria-hidden="true" />
          </a>
        </>
      }
      onClose={onClose}
    >
      <Shown query={query} what="the finding">
        {(finding) => <FindingDetail key={finding.finding_id} finding={finding} />}
      </Shown>
    </Drawer>
  );
}
