import type { Answer } from '../../client/call.js';
import { useAsk } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { Facts } from '../../parts/facts.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { scopeInWords, sourceKinds } from '../../words/source-kinds.js';

type Source = Answer<'getSource'>;

/** What a source is, how it authenticates, and how its last look went. */
export function SourceOverview({ source }: { source: Source }) {
  const { source_id, kind, health, owner, description, connector_name, scope, labels, created_at, updated_at } = source;
  return (
    <div class="panels">
      <section class="panel stack" aria-label="How it went">
        <h2>How it went</h2>
        <LastResult source={source} />
        <Facts
          facts={{
            Health: (
              <>
                <State state={health.status} /> {legible(health.reason ?? '', 500)}
              </>
            ),
            'Last run': <Time at={source.last_run_at} />,
            'Last success': <Time at={source.last_success_at} />,
            'Open findings': <a href={`/sources/${source_id}/findings`}>{source.linked.open_findings}</a>,
          }}
        />
      </section>
      <section class="panel stack" aria-label="What it is">
        <h2>What it is</h2>
        <Facts
          facts={{
            Kind: `${sourceKinds[kind].label} (${kind})`,
            Scope: scopeInWords({ kind, scope }),
            'Left out': leftOut(scope),
            Connector: connector_name === null ? undefined : legible(connector_name, 100),
            Owner: legible(owner, 200),
            Description: description === null ? undefined : legible(description),
            Labels: labelsOf(labels),
            Credential: <Credential source={source} />,
            Id: <Code text={source_id} />,
            Made: <Time at={created_at} />,
            Changed: <Time at={updated_at} />,
          }}
        />
      </section>
    </div>
  );
}

/** Zero findings mean something only after a look at everything. */
function LastResult({ source: { kind, last_result, linked, source_id } }: { source: Source }) {
  if (linked.active_jobs > 0)
    return (
      <p class="notice">
        {linked.active_jobs === 1 ? 'A job' : `${linked.active_jobs} jobs`} of it wait or run.{' '}
        <a href={`/sources/${source_id}/jobs`}>Follow</a>
      </p>
    );
  if (last_result === null)
    return (
      <p class="notice warn">
        {sourceKinds[kind].runs ? 'It has never run' : 'Nothing has been pushed to it yet'}: that there are no findings says nothing.
      </p>
    );
  const { job_id, status, error, finished_at } = last_result;
  return (
    <p class={status === 'succeeded' ? 'notice' : 'notice warn'}>
      <State state={status} />
      <a href={`/jobs/${job_id}`}>
        <Time at={finished_at} none="not finished" />
      </a>
      {status === 'partial' && 'Not everything could be read: the findings may be incomplete.'}
      {error !== null && legible(error, 500)}
    </p>
  );
}

function Credential({ source: { credential_mode, credential_ref } }: { source: Source }) {
  const { data } = useAsk('getCredential', { params: { credential_ref_id: credential_ref ?? '' } }, { enabled: credential_ref !== null });
  if (credential_mode === 'none' || credential_ref === null) return <>none: the server reads with its own identity</>;
  return (
    <a href={`/connections/credentials?credential=${credential_ref}`}>
      {data
        ? `${legible(data.display_name ?? data.external_ref, 120)} (${data.provider}, ${data.mode.replaceAll('_', ' ')})`
        : credential_ref}
    </a>
  );
}

function leftOut({ exclude }: Readonly<Record<string, unknown>>) {
  return Array.isArray(exclude) && exclude.length > 0 ? legible(exclude.join(', '), 1000) : undefined;
}

function labelsOf(labels: Readonly<Record<string, string>>) {
  const entries = Object.entries(labels);
  return entries.length === 0 ? undefined : legible(entries.map(([name, value]) => `${name}: ${value}`).join(', '), 500);
}
