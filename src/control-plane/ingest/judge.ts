import { attachBlastRadius } from '../../graph/blast-radius.js';
import type { Finding } from '../../model/finding.js';
import { type Severity, severities } from '../../model/severity.js';
import type { Gate } from '../../model/verdict.js';
import { exceptionFor } from '../../policy/exceptions.js';
import { rejudge } from '../../policy/judge.js';
import { plural } from '../../support/listing.js';
import { ExceptionRepository } from '../store/exceptions.js';
import { OriginRepository } from '../store/findings/finding-origins.js';
import { selectMany } from '../store/layer/many-rows.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import { gateMode } from '../store/policy-bindings.js';
import { readersOfSame } from '../store/readers-of-same.js';
import type { IngestGraph } from './batch.js';
import type { Reading } from './reading.js';
import { serverGates } from './server-gates.js';

/** The findings of a batch that was written, and how completely it looked. */
export interface WrittenFindings {
  sourceId: string;
  findings: readonly Finding[];
  graph?: IngestGraph;
  reading: Reading;
  /** RFC 3339. */
  now: string;
}

/** The verdict of a job, as its summary states it. */
export interface JobVerdict {
  verdict: 'clean' | 'findings' | 'blocked' | 'incomplete' | 'empty';
  gate: Gate | null;
  reasons: string[];
  grade: 'A' | 'C' | 'D' | 'F' | 'unknown';
  /** Findings that count: neither suppressed by a person nor covered by an exception. */
  findings: number;
  by_severity: Record<Severity, number>;
  suppressed: number;
  excepted: number;
}

const SHOWN_REASONS = 20;

/**
 * Judges a job's findings with the tenant's current triage, the exceptions in force, and the gates bound to the source.
 * It runs after `ingest`, in the same transaction, so that it agrees with the tenant's posture.
 */
export async function judgeWritten(store: TenantStore, written: WrittenFindings): Promise<JobVerdict> {
  const { findings, reading } = written;
  const rows = await rowsOf(store, written);
  const aside = new Set(rows.flatMap(({ fingerprint, status }) => (status === 'suppressed' ? [fingerprint] : [])));
  const present = findings.filter(({ fingerprint, suppressed }) => suppressed === undefined && !aside.has(fingerprint));
  const active = await notExcepted(store, present, { ...written, rows });
  const numbers = {
    findings: active.length,
    by_severity: bySeverity(active),
    suppressed: findings.length - present.length,
    excepted: present.length - active.length,
  };
  if (reading.coverage === 'empty')
    return {
      verdict: 'empty',
      gate: reading.reason === null ? null : 'no-input',
      reasons: [reading.reason ?? 'there was nothing to look at'],
      grade: 'unknown',
      ...numbers,
    };
  const spoken = new Set(active.map(({ fingerprint }) => fingerprint));
  const { verdict, posture } = rejudge({
    findings: withRadius(active, written.graph),
    setAside: findings.filter(({ fingerprint }) => !spoken.has(fingerprint)),
    components: componentsOf(written.graph),
    gates: serverGates(await gateMode(store, written.sourceId)),
    incomplete: reading.coverage === 'incomplete' ? [reading.reason ?? 'not all could be read'] : [],
    unjudged: unjudged(reading),
  });
  return {
    verdict: verdict.outcome,
    gate: verdict.gate,
    reasons: verdict.reasons.slice(0, SHOWN_REASONS),
    grade: posture.grade,
    ...numbers,
  };
}

interface Listed {
  finding_id: string;
  source_id: string;
  shared: boolean;
  fingerprint: string;
  status: string;
}

/** The rows of findings of the batch, under whichever source they are listed. */
async function rowsOf(store: TenantStore, { sourceId, findings }: WrittenFindings): Promise<Listed[]> {
  const source_id = await readersOfSame(store, sourceId);
  return selectMany(
    findings.map(({ fingerprint }) => fingerprint),
    (fingerprint) =>
      tenantTable(store, 'findings')
        .select(['finding_id', 'source_id', 'shared', 'fingerprint', 'status'], { source_id, fingerprint: [...fingerprint] })
        .execute(),
  );
}

async function notExcepted(
  store: TenantStore,
  findings: Finding[],
  { rows, sourceId, now }: WrittenFindings & { rows: readonly Listed[] },
): Promise<Finding[]> {
  const inForce = await new ExceptionRepository(store).inForce(now);
  if (inForce.length === 0) return findings;
  const sourcesOf = await new OriginRepository(store).sourcesOf(rows);
  const sources = new Map(rows.map((row) => [row.fingerprint, sourcesOf(row)]));
  const at = Date.parse(now);
  const of = ({ fingerprint }: Finding) => sources.get(fingerprint) ?? [sourceId];
  return findings.filter((finding) => !exceptionFor({ ...finding, sources: of(finding) }, inForce, at));
}

/** Critical findings weigh more near an agent. Scans have computed that already, pushes have not. */
function withRadius(findings: Finding[], graph: IngestGraph | undefined): Finding[] {
  const isOpen = findings.some(({ severity, blast_radius }) => severity === 'critical' && blast_radius === undefined);
  return graph && isOpen ? attachBlastRadius({ nodes: [...graph.nodes], edges: [...graph.edges] }, findings) : findings;
}

/** Packages by ref, as the graph labels them: `name@version`. */
function componentsOf(graph: IngestGraph | undefined): Map<string, { name: string; version: string | null }> {
  const packages = graph?.nodes.filter(({ kind }) => kind === 'package') ?? [];
  return new Map(
    packages.map(({ id, label }) => {
      const at = label.lastIndexOf('@');
      return [id, at > 0 ? { name: label.slice(0, at), version: label.slice(at + 1) } : { name: label, version: null }];
    }),
  );
}

/** Packages without any advisory data, because of which a scan cannot be clean. */
function unjudged({ components, assessed }: Reading): string[] {
  const count = components - (assessed.vulnerability ?? 0);
  return count > 0 ? [`${plural(count, 'component')} not judged: no advisory data was looked at for ${count === 1 ? 'it' : 'them'}`] : [];
}

function bySeverity(findings: readonly Finding[]): Record<Severity, number> {
  const of = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return Object.fromEntries(severities.map((severity) => [severity, of(severity)])) as Record<Severity, number>;
}
