import './evidence.css';
import { Download } from 'lucide-preact';
import { useAddress } from '../../app/address.js';
import type { ScreenProps } from '../../app/screen-props.js';
import { useMe } from '../../app/session.js';
import { type Answer, addressOf } from '../../client/call.js';
import { useAsk } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { Facts } from '../../parts/facts.js';
import { History } from '../../parts/history.js';
import { Policies } from '../../parts/policies.js';
import { Section } from '../../parts/section.js';
import { SeverityMark } from '../../parts/severity.js';
import { Heading, Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';
import { bytes } from './bytes.js';
import { LookedAt } from './looked-at.js';
import { Verify } from './verify.js';

type Evidence = Answer<'getEvidence'>;

/** Where findings come from: the way from a finding over job and source to the bytes that were read, and whether they are still those. */
export default function OneEvidence({ evidence_id = '' }: ScreenProps) {
  const query = useAsk('getEvidence', { params: { evidence_id } });
  const { values } = useAddress(['finding']);
  return (
    <Shown query={query} what="the evidence">
      {(evidence) => (
        <div class="evidence">
          <Heading title={`Evidence: ${inWords(evidence.kind)}`} about={<Code text={evidence_id} />}>
            {evidence.bytes_removed_at === null && (
              <a class="button" href={addressOf('getEvidenceContent', { params: { evidence_id } })} download>
                <Download size={14} aria-hidden="true" /> Download
              </a>
            )}
          </Heading>
          <div class="sections">
            <ol class="way" aria-label="Where it comes from">
              <Finding evidence={evidence} from={values.finding} />
              <Job evidence={evidence} />
              <Source evidence={evidence} />
              <Artifact evidence={evidence} />
            </ol>
            <Section title="Verification">
              <Verify evidence={evidence} />
            </Section>
            <Section title="Policies that apply">
              <Policies policies={evidence.provenance.policies} />
            </Section>
            <Section title="Audit trail">
              <History events={evidence.provenance.history} />
            </Section>
          </div>
        </div>
      )}
    </Shown>
  );
}

/** The finding that the person came from, or all that were last seen here. */
function Finding({ evidence: { job_id, provenance }, from }: { evidence: Evidence; from: string | undefined }) {
  const { data } = useAsk('getFinding', { params: { finding_id: from ?? '' } }, { enabled: from !== undefined });
  const { findings } = provenance;
  return (
    <li>
      <h2>{data ? 'Finding' : 'Findings'}</h2>
      {data && (
        <p class="break">
          <SeverityMark severity={data.severity} /> <a href={`/findings/${data.finding_id}`}>{legible(data.title, 300)}</a>
        </p>
      )}
      {findings > 0 && job_id !== null ? (
        <p>
          <a href={`/findings?job_id=${job_id}&status=any`}>{findings === 1 ? '1 finding' : `${findings.toLocaleString('en')} findings`}</a>{' '}
          <span class="quiet">last seen in it</span>
        </p>
      ) : (
        <LookedAt jobId={job_id} />
      )}
    </li>
  );
}

function Job({ evidence: { job_id, provenance } }: { evidence: Evidence }) {
  const { job, collector } = provenance;
  return (
    <li>
      <h2>Job</h2>
      {job ? (
        <Facts
          facts={{
            Job: (
              <>
                <a href={`/jobs/${job.job_id}`}>{inWords(job.job_type)}</a> <State state={job.status} />
              </>
            ),
            'Requested by': legible(job.requested_by, 100),
            Finished: <Time at={job.finished_at} none="not yet" />,
            Collector: collector === null ? undefined : <span class="mono">{legible(collector, 100)}</span>,
          }}
        />
      ) : (
        <p class="quiet">{job_id === null ? 'It came without a job.' : `Retention has removed ${job_id}.`}</p>
      )}
    </li>
  );
}

const AUTHENTICATES: Readonly<Record<string, string>> = {
  none: 'without a credential of its own',
  reference: 'by a reference to a credential that is kept elsewhere',
};

function Source({ evidence: { source_id, provenance } }: { evidence: Evidence }) {
  const { tenant_id } = useMe();
  const { source } = provenance;
  return (
    <li>
      <h2>Source</h2>
      {source ? (
        <Facts
          facts={{
            Source: <a href={`/sources/${source.source_id}`}>{legible(source.display_name, 200)}</a>,
            Kind: <span class="mono">{source.kind}</span>,
            Owner: legible(source.owner, 100),
            'It authenticates': AUTHENTICATES[source.credential_mode] ?? inWords(source.credential_mode),
            Tenant: legible(tenant_id, 100),
          }}
        />
      ) : (
        <p class="quiet">{source_id === null ? 'It belongs to no source.' : `The source ${source_id} was removed.`}</p>
      )}
    </li>
  );
}

function Artifact({ evidence: { content_type, size, created_at, hash, storage_uri, bytes_removed_at } }: { evidence: Evidence }) {
  return (
    <li>
      <h2>Raw artifact</h2>
      <Facts
        facts={{
          'SHA-256': <Code text={hash} />,
          Content: `${content_type}, ${bytes(size)}`,
          Stored: <Code text={storage_uri} />,
          Created: <Time at={created_at} />,
          Bytes:
            bytes_removed_at === null ? undefined : (
              <>
                <Badge tone="warn">removed</Badge> by retention <Time at={bytes_removed_at} />; the hash stays
              </>
            ),
        }}
      />
    </li>
  );
}
