import { useState } from 'preact/hooks';
import { useAddress } from '../../app/address.js';
import type { ScreenProps } from '../../app/screen-props.js';
import { useMay } from '../../app/session.js';
import type { Answer } from '../../client/call.js';
import { useAsk } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Absent, Heading, Shown } from '../../parts/states.js';
import { Tabs } from '../../parts/tabs.js';
import { legible } from '../../words/legible.js';
import { sourceKinds } from '../../words/source-kinds.js';
import { SourceActions, type SourceTest, TestResult } from './actions.js';
import { EditSource } from './edit.js';
import { SourceOverview } from './overview.js';
import { SourceAudit, SourceEvidence, SourceFindings, SourceJobs, SourceSchedules } from './tabs.js';

type Source = Answer<'getSource'>;

const BUSY_MS = 10_000;

/** One source, with what is linked to it: each tab has its address. */
export default function OneSource({ source_id = '', tab = 'overview' }: ScreenProps) {
  const [isBusy, setBusy] = useState(false);
  const query = useAsk('getSource', { params: { source_id } }, isBusy ? { every: BUSY_MS } : {});
  const busy = (query.data?.linked.active_jobs ?? 0) > 0;
  if (busy !== isBusy) setBusy(busy);
  return (
    <Shown query={query} what="the source">
      {(source) => <Found key={source_id} source={source} tab={tab} />}
    </Shown>
  );
}

function Found({ source, tab }: { source: Source; tab: string }) {
  const { source_id, display_name, kind, status, linked } = source;
  const [test, setTest] = useState<SourceTest>();
  const { values, change } = useAddress(['edit']);
  const may = useMay();
  const at = (name: string) => (name === 'overview' ? `/sources/${source_id}` : `/sources/${source_id}/${name}`);
  const tabs = [
    { label: 'Overview', to: at('overview') },
    { label: 'Jobs', to: at('jobs'), count: linked.jobs },
    { label: 'Schedules', to: at('schedules'), count: linked.schedules },
    { label: 'Evidence', to: at('evidence'), count: linked.evidence },
    { label: 'Audit', to: at('audit') },
    { label: 'Findings', to: at('findings'), count: linked.open_findings },
  ];
  return (
    <>
      <Heading
        title={
          <>
            {legible(display_name, 200)} <State state={status} />
          </>
        }
        about={`${sourceKinds[kind].label}. ${sourceKinds[kind].about}`}
      >
        <SourceActions source={source} onTested={setTest} />
      </Heading>
      {test && <TestResult test={test} onClose={() => setTest(undefined)} />}
      <Tabs label="Parts of the source" tabs={tabs} current={at(tab)} />
      <Part tab={tab} source={source} />
      {values.edit !== undefined && may('updateSource') && status !== 'retired' && (
        <EditSource source={source} onClose={() => change({ edit: undefined }, 'replace')} />
      )}
    </>
  );
}

function Part({ tab, source }: { tab: string; source: Source }) {
  switch (tab) {
    case 'overview':
      return <SourceOverview source={source} />;
    case 'jobs':
      return <SourceJobs source={source} />;
    case 'schedules':
      return <SourceSchedules source={source} />;
    case 'evidence':
      return <SourceEvidence source={source} />;
    case 'audit':
      return <SourceAudit source={source} />;
    case 'findings':
      return <SourceFindings source={source} />;
    default:
      return <Absent />;
  }
}
