import { useState } from 'preact/hooks';
import { type Answer, download } from '../../client/call.js';
import { Problem } from '../../client/problem.js';
import { useRefresh } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Code } from '../../parts/code.js';
import { Failed } from '../../parts/states.js';

type Evidence = Pick<Answer<'getEvidence'>, 'evidence_id' | 'hash' | 'size' | 'bytes_removed_at'>;

/** What the browser made of the bytes; `hash` is undefined where it has no means to compute one. */
interface Seen {
  hash: string | undefined;
  size: number;
}

/** Loads the bytes, which the service checks against the hash, and computes the hash once more in the browser. */
export function Verify({ evidence }: { evidence: Evidence }) {
  const [seen, setSeen] = useState<Seen>();
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  if (evidence.bytes_removed_at !== null)
    return <p>The bytes were removed by retention. Their hash still proves a copy that you hold: compare it with that of your copy.</p>;
  const verify = async () => {
    setBusy(true);
    setSeen(undefined);
    setProblem(undefined);
    try {
      const blob = await download('getEvidenceContent', { params: { evidence_id: evidence.evidence_id } });
      setSeen({ hash: await sha256(blob), size: blob.size });
      await refresh(['getEvidence']);
    } catch (failure) {
      setProblem(failure);
    }
    setBusy(false);
  };
  return (
    <div class="stack">
      <p>The service keeps the bytes under their SHA-256 and serves none that do not match it. Verifying is written to the audit trail.</p>
      <div class="actions">
        <Button onClick={verify} busy={busy}>
          Verify the bytes
        </Button>
      </div>
      {seen && <Verdict evidence={evidence} seen={seen} />}
      {problem !== undefined &&
        (problem instanceof Problem && problem.status === 502 ? (
          <p role="alert">
            <Badge tone="bad">damaged</Badge> The service read bytes that do not match the hash, and did not send them: {problem.message}
          </p>
        ) : (
          <Failed problem={problem} onRetry={verify} />
        ))}
    </div>
  );
}

function Verdict({ evidence, seen }: { evidence: Evidence; seen: Seen }) {
  const isSame = seen.hash === evidence.hash && seen.size === evidence.size;
  if (seen.hash === undefined)
    return (
      <p role="status">
        <Badge tone="good">verified by the service</Badge> This page is not served over HTTPS, so the browser computes no hash of its own.
      </p>
    );
  return (
    <div role="status" class="stack">
      <p>
        {isSame ? <Badge tone="good">verified</Badge> : <Badge tone="bad">not the same</Badge>}{' '}
        {isSame
          ? 'The service checked the bytes, and this browser computed the same hash.'
          : 'The bytes that came to this browser have another hash than the evidence: do not rely on them.'}
      </p>
      <p>
        Computed here: <Code text={seen.hash} />
      </p>
    </div>
  );
}

/** In hex; undefined where the page is not in a secure context. */
async function sha256(blob: Blob): Promise<string | undefined> {
  if (!globalThis.isSecureContext) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
