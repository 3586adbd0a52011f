import './findings.css';
import { useMemo, useRef } from 'preact/hooks';
import { useShortcuts } from '../../app/keyboard.js';
import type { ScreenProps } from '../../app/screen-props.js';
import { useMay } from '../../app/session.js';
import { useAsk } from '../../client/queries.js';
import { Heading, Shown } from '../../parts/states.js';
import { legible } from '../../words/legible.js';
import { FindingDetail } from './detail.js';
import { TRIAGE_KEYS, useTriage } from './triage.js';

/** One finding as a page: the same as in the drawer. */
export default function OneFinding({ finding_id = '' }: ScreenProps) {
  const query = useAsk('getFinding', { params: { finding_id } });
  const may = useMay()('triageFinding');
  const triage = useTriage();
  const state = useRef({ triage, finding: query.data });
  state.current = { triage, finding: query.data };
  const shortcuts = useMemo(
    () =>
      may
        ? TRIAGE_KEYS.map(({ keys, what, state: next }) => ({
            keys,
            what,
            run: () => {
              const { finding, triage: decide } = state.current;
              if (finding) decide({ findings: [finding] }, { state: next });
            },
          }))
        : [],
    [may],
  );
  useShortcuts(shortcuts);
  return (
    <Shown query={query} what="the finding">
      {(finding) => (
        <div class="finding-page">
          <Heading title={legible(finding.title, 300)} about={<a href="/findings">All findings</a>} />
          <FindingDetail finding={finding} />
        </div>
      )}
    </Shown>
  );
}
