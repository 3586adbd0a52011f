import './overview.css';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useMay } from '../../app/session.js';
import type { Answer } from '../../client/call.js';
import { useAsk } from '../../client/queries.js';
import { Grade } from '../../parts/grade.js';
import { SeverityCounts } from '../../parts/severity.js';
import { Heading, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { useIsEmpty } from '../welcome/empty.js';
import { Attention } from './attention.js';
import { Fixes } from './fixes.js';
import { OpenTrend } from './open-trend.js';
import { Paths } from './paths.js';

type Look = Answer<'getOverview'>;

/** The estate at a glance, and the next thing to do. */
export default function Overview() {
  const { route } = useLocation();
  const may = useMay();
  const isEmpty = useIsEmpty();
  const query = useAsk('getOverview', {});
  const leads = isEmpty === true && may('createSource');
  useEffect(() => {
    if (leads) route('/welcome', true);
  }, [leads, route]);
  return (
    <>
      <Heading title="Overview" about="How the estate stands, and what to do next" />
      <Shown query={query} what="the overview">
        {(look) => (
          <div class="overview">
            <Standing look={look} />
            <Fixes fixes={look.top_fixes} />
            <Paths paths={look.exposure_paths} />
            <Attention look={look} />
            <OpenTrend />
          </div>
        )}
      </Shown>
    </>
  );
}

function Standing({ look: { posture, new: fresh, jobs } }: { look: Look }) {
  return (
    <section class="panel standing" aria-label="How it stands">
      <Grade grade={posture.grade} reason={posture.reason} />
      <dl class="numbers">
        <Figure label="Open findings" to="/findings?status=open" value={posture.open} counts={posture.by_severity} />
        <Figure
          label="New since last week"
          to={`/findings?status=open&first_seen_after=${encodeURIComponent(fresh.since)}`}
          value={fresh.count}
          counts={fresh.by_severity}
        />
        <Figure label="Known exploited" to="/findings?status=open&kev=true" value={posture.kev} />
        <Figure label="Under an exception" to="/compliance/exceptions?status=approved" value={posture.excepted} />
        <Figure label="Jobs running or waiting" to="/jobs?status=queued,running" value={jobs.running + jobs.queued} />
        <Figure label="Jobs failed in a day" to="/jobs?status=failed" value={jobs.failed_last_day} />
      </dl>
      <p class="quiet">
        New means first seen since <Time at={fresh.since} />.
      </p>
    </section>
  );
}

interface FigureProps {
  label: string;
  to: string;
  value: number;
  counts?: Readonly<Record<string, number>>;
}

function Figure({ label, to, value, counts }: FigureProps) {
  return (
    <div>
      <dt>
        <a href={to}>{label}</a>
      </dt>
      <dd>
        <b>{value.toLocaleString('en')}</b>
        {counts && value > 0 && <SeverityCounts counts={counts} />}
      </dd>
    </div>
  );
}
