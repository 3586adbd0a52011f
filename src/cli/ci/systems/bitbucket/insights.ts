import type { ScanReport } from '../../../../model/report.js';
import { severities } from '../../../../model/severity.js';
import { type Annotation, annotationsOf, verdictAnnotation } from '../../../../report/annotations.js';
import { OperationalError } from '../../../../support/errors.js';
import { plural } from '../../../../support/listing.js';
import { safeText } from '../../../../support/terminal.js';
import { lazyHttp } from '../../../../system/lazy-http.js';
import { BITBUCKET_API, bitbucketHeaders } from '../../forges/bitbucket.js';
import { apiOf, RestDoor } from '../../rest-door.js';
import type { CiJob } from '../../system.js';
import { repositoryOf } from './repository.js';

/** What Bitbucket takes: annotations of a report and of a request, characters of a summary and of details. */
const MOST = { annotations: 1_000, request: 100, summary: 450, details: 2_000 } as const;

/** Runs beside every step, and adds what a report of its commit needs to requests that are not encrypted. */
const PROXY = 'http://localhost:29418';

const SEVERITIES: Record<NonNullable<Annotation['severity']>, 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW'> = {
  malicious: 'CRITICAL',
  critical: 'CRITICAL',
  high: 'HIGH',
  medium: 'MEDIUM',
  low: 'LOW',
  none: 'LOW',
  unknown: 'MEDIUM',
};

/** Shows the report as Code Insights of the job's commit; without a token by the proxy of the step. Throws OperationalError. */
export async function writeInsights(job: CiJob, report: ScanReport): Promise<void> {
  const { BITBUCKET_COMMIT: commit = '' } = job.environment;
  if (!/^[0-9a-f]{12,64}$/.test(commit))
    throw new OperationalError({ where: 'BITBUCKET_COMMIT', message: 'expected the name of a commit' });
  const { door, api } = doorOf(job);
  const id = `castellan${job.name === '' ? '' : `-${job.name}`}`;
  const url = `${api}/repositories/${repositoryOf(job.environment)}/commit/${commit}/reports/${id}`;
  const all = [...annotationsOf(report)];
  // What an earlier run of this commit has left would stay otherwise.
  await door.call({ method: 'DELETE', url, expected: [404] });
  await door.call({ method: 'PUT', url, body: reportBody(report, all.length) });
  const bodies = all.slice(0, MOST.annotations).map(annotationBody);
  for (let at = 0; at < bodies.length; at += MOST.request)
    await door.call({ method: 'POST', url: `${url}/annotations`, body: bodies.slice(at, at + MOST.request) });
}

function doorOf(job: CiJob): { door: RestDoor; api: string } {
  const token = job.token?.reveal();
  if (token !== undefined || job.api !== undefined)
    return { door: new RestDoor(job, token === undefined ? {} : bitbucketHeaders(token)), api: apiOf(job, BITBUCKET_API) };
  return { door: new RestDoor({ ...job, http: lazyHttp({ http_proxy: PROXY }) }, {}), api: BITBUCKET_API.replace('https:', 'http:') };
}

function reportBody(report: ScanReport, count: number): object {
  const { counts, posture } = report;
  const verdict = verdictAnnotation(report);
  const more = count > MOST.annotations ? ` ${plural(count - MOST.annotations, 'annotation')} more are in the report of the job.` : '';
  return {
    title: 'Castellan',
    report_type: 'SECURITY',
    reporter: 'castellan',
    details: `${short(verdict.message, MOST.details - more.length)}${more}`,
    result: verdict.level === 'error' ? 'FAILED' : 'PASSED',
    data: [
      ...severities.map((severity) => ({ title: capital(severity), type: 'NUMBER', value: counts.by_severity[severity] })),
      { title: 'Components', type: 'NUMBER', value: counts.components },
      { title: 'Grade', type: 'TEXT', value: posture.grade },
    ],
  };
}

function annotationBody({ severity, key, id, path, line, title, message, level }: Annotation, at: number): object {
  return {
    external_id: `castellan-${key ?? `${id}-${at}`}`,
    annotation_type: severity === undefined ? 'BUG' : 'VULNERABILITY',
    summary: short(title, MOST.summary),
    details: short(message, MOST.details),
    severity: severity === undefined ? (level === 'error' ? 'MEDIUM' : 'LOW') : SEVERITIES[severity],
    ...(path !== undefined && { path, ...(line !== undefined && { line }) }),
  };
}

function short(text: string, length: number): string {
  const safe = safeText(text);
  return safe.length <= length ? safe : `${safe.slice(0, length - 1)}…`;
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
