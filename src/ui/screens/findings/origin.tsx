import { State } from '../../parts/badge.js';
import { Facts } from '../../parts/facts.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';
import type { WholeFinding } from './view.js';

/** When it was seen, by which source and job, and the evidence that shows it. */
export function Origin({ finding }: { finding: WholeFinding }) {
  const { first_seen, last_seen, resolved_at, reopened_count, provenance, source_id } = finding;
  const { source, first_job_id, last_job_id, last_job, evidence, origins } = provenance;
  return (
    <div class="stack">
      <Facts
        facts={{
          'First seen': <Dated at={first_seen} job={first_job_id} />,
          'Last seen': <Dated at={last_seen} job={last_job_id} />,
          Resolved: resolved_at === null ? undefined : <Time at={resolved_at} />,
          'Came back': reopened_count === 0 ? undefined : reopened_count === 1 ? 'once' : `${reopened_count} times`,
          Source: (
            <>
              <a href={`/sources/${source_id}`}>{legible(source?.display_name ?? source_id, 200)}</a>{' '}
              {source && <span class="quiet">{`${source.kind}, owner ${legible(source.owner, 100)}`}</span>}
            </>
          ),
          'Last job': last_job ? (
            <>
              <a href={`/jobs/${last_job.job_id}`}>{inWords(last_job.job_type)}</a> <State state={last_job.status} />
            </>
          ) : (
            <span class="quiet">retention has removed it</span>
          ),
          Evidence: evidence ? (
            <>
              <a href={`/evidence/${evidence.evidence_id}?finding=${finding.finding_id}`}>{inWords(evidence.kind)}</a>{' '}
              <span class="mono quiet" title={evidence.hash}>
                sha-256 {evidence.hash.slice(0, 12)}…
              </span>
            </>
          ) : (
            <span class="quiet">retention has removed it</span>
          ),
        }}
      />
      {origins.length > 1 && (
        <>
          <p>Sources that read the same and have seen it there. It stays open while one of them sees it:</p>
          <ul class="lines">
            {origins.map((origin) => (
              <li key={origin.source_id}>
                <a href={`/sources/${origin.source_id}`}>{legible(origin.display_name, 200)}</a> <State state={origin.status} />{' '}
                <span class="quiet">
                  {origin.kind}, first seen <Time at={origin.first_seen} />, last seen{' '}
                  <Dated at={origin.last_seen} job={origin.last_job_id} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Dated({ at, job }: { at: string; job: string | null }) {
  return (
    <>
      <Time at={at} /> {job !== null && <a href={`/jobs/${job}`}>by this job</a>}
    </>
  );
}
