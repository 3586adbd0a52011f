import type { StoredEvidence } from '../../src/control-plane/evidence/evidence-store.js';
import type { IngestBatch } from '../../src/control-plane/ingest/batch.js';
import type { Fact, Finding } from '../../src/model/finding.js';
import { identify } from '../../src/model/identity.js';

/** A finding about a package, as a scan would make it. */
export function packageFinding(name: string, more: Partial<Fact> = {}): Finding {
  const [finding] = identify([
    {
      kind: 'vulnerability',
      id: `CVE-2025-${name.length}${name.charCodeAt(0)}`,
      aliases: [],
      advisories: [],
      severity: 'high',
      confidence: 'high',
      component: `pkg:npm/${name}@1.0.0`,
      locations: [{ path: 'package-lock.json', line: 3 }],
      kev: 'not_checked',
      cwes: ['CWE-79'],
      title: `${name} can be made to run scripts`,
      why: 'The version in use is affected.',
      fix: 'Upgrade it.',
      references: [],
      ...more,
    },
  ]);
  if (!finding) throw new Error('no finding');
  return finding;
}

const report: StoredEvidence = {
  kind: 'report',
  contentType: 'application/json',
  hash: '0'.repeat(64),
  size: 2,
  storageUri: `folder:${'0'.repeat(64)}`,
};

/** A batch of one source, seen at noon of a day in January 2026. */
export function batchOf(sourceId: string, day: number, findings: readonly Finding[], more: Partial<IngestBatch> = {}): IngestBatch {
  const now = `2026-01-${String(day).padStart(2, '0')}T12:00:00.000Z`;
  return { sourceId, jobId: `job_day${day}`, evidence: [report], findings, complete: true, observedAt: now, now, ...more };
}
