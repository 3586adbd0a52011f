import { COLLECTORS_SHOWN } from '../../api/jobs.js';
import type { ScanReport } from '../../model/report.js';
import { readReport } from '../../report/json/read.js';
import type { ReportFormat } from '../../report/registry.js';
import { reporters } from '../../report/registry.js';
import type { EvidenceGround } from '../evidence/evidence-store.js';
import { Conflict, NotFound } from '../failures.js';
import { JobRepository, OPEN_STATUSES } from '../store/jobs.js';

/** A file to send. */
export interface Exported {
  text: string;
  contentType: string;
  fileName: string;
}

/** The report of a job. Throws NotFound, or Conflict for a job that has not ended or has no report. */
export async function reportOf(ground: EvidenceGround, tenantId: string, jobId: string): Promise<ScanReport> {
  const evidence = await ground.store.read(tenantId, async (store) => {
    const jobs = new JobRepository(store);
    const job = await jobs.find(jobId);
    if (!job) throw new NotFound('job');
    if (OPEN_STATUSES.includes(job.status)) throw new Conflict('the job is not finished', 5);
    return (await jobs.evidence(jobId)).find(({ kind, bytes_removed_at }) => kind === 'report' && bytes_removed_at === null);
  });
  if (!evidence) throw new Conflict('the job has left no report');
  const bytes = await ground.evidence.get(evidence.storage_uri, evidence.hash);
  return readReport(new TextDecoder().decode(bytes), jobId);
}

const OPTIONS = { width: 120, colour: false, theme: 'light', unicode: true, quiet: false, verbose: false } as const;

/** Renders a report in one of the formats of the command line. */
export async function render(report: ScanReport, format: ReportFormat, jobId: string): Promise<Exported> {
  const entry = reporters.find(({ id }) => id === format) ?? reporters[0];
  const reporter = (await entry.load()).default;
  const rendered = await reporter.render(report, OPTIONS);
  return {
    text: typeof rendered === 'string' ? rendered : [...rendered].join(''),
    contentType: `${entry.mediaType}; charset=utf-8`,
    fileName: `${jobId}.${entry.extension}`,
  };
}

const READ_WHOLE: ReadonlySet<string> = new Set(['scanned', 'empty', 'skipped']);

/** What was read and what was not; what was not comes first, because a long list is cut. */
export function collectorsOf({ scan_run: { collectors, issues } }: ScanReport) {
  const unread = collectors.filter(({ outcome }) => !READ_WHOLE.has(outcome));
  const read = collectors.filter(({ outcome }) => READ_WHOLE.has(outcome));
  const inOrder = [...issues.filter(({ note }) => !note), ...issues.filter(({ note }) => note)];
  return {
    collectors: [...unread, ...read]
      .slice(0, COLLECTORS_SHOWN)
      .map(({ id: collector, target, outcome, components, issues: count }) => ({ collector, target, outcome, components, issues: count })),
    issues: inOrder.slice(0, COLLECTORS_SHOWN).map(({ line = null, remedy = null, note = false, ...issue }) => ({
      ...issue,
      line,
      remedy,
      note,
    })),
    total_collectors: collectors.length,
    total_issues: issues.length,
  };
}

/** The skills and instruction files with their verdicts and findings. */
export function skillAuditOf({ skills, findings }: ScanReport): object {
  const refs = new Set(skills.map(({ ref }) => ref));
  const counts = { benign: 0, suspicious: 0, malicious: 0 };
  for (const { verdict } of skills) counts[verdict] += 1;
  const own = findings.filter(({ kind, subject }) => kind === 'skill' || (subject !== undefined && refs.has(subject)));
  return { counts, skills, findings: own };
}
