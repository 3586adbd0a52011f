import { createHash } from 'node:crypto';
import type { Finding } from '../model/finding.js';
import type { Issue } from '../model/outcome.js';
import type { ScanReport } from '../model/report.js';
import type { Severity } from '../model/severity.js';
import { versionText } from '../model/version-text.js';
import { safeJson, safeText } from '../support/terminal.js';
import { uuidOf } from './document-id.js';
import { linkTarget } from './escape.js';
import { worstFirst } from './order.js';
import type { Reporter } from './reporter.js';
import { directoryOf, issueText, locationText, type NameDirectory, subjectLabel } from './words.js';

/** A version of GitLab's schema that every GitLab since 16.0 takes. */
const SCHEMA = '15.0.7';

/** What the schema and GitLab take: characters, and identifiers of one vulnerability. */
const MOST = { name: 255, solution: 7_000, identifiers: 20 } as const;

const SEVERITIES: Record<Severity, 'Critical' | 'High' | 'Medium' | 'Low' | 'Info' | 'Unknown'> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'Info',
  unknown: 'Unknown',
};

/**
 * GitLab's dependency scanning: what packages have. Suppressed findings are left out, because GitLab dismisses by its own means. A scan that
 * could not read everything has failed, by its own words, because GitLab would take what is no longer listed for fixed.
 */
const reporter: Reporter = {
  *render(report) {
    const directory = directoryOf(report);
    const found = worstFirst(report).filter(({ component, suppressed }) => directory.component(component) && suppressed === undefined);
    // Which packages there are is told by the CycloneDX document.
    const head = { version: SCHEMA, scan: scanOf(report), dependency_files: [] };
    yield `${safeJson(JSON.stringify(head)).slice(0, -1)},"vulnerabilities":[`;
    for (const [at, finding] of found.entries())
      yield `${at === 0 ? '\n' : ',\n'}${safeJson(JSON.stringify(vulnerability(finding, directory)))}`;
    yield '\n]}\n';
  },
};

function scanOf({ tool, scan_run: run }: ScanReport): object {
  const program = { id: 'castellan', name: 'Castellan', version: tool.version, vendor: { name: 'Castellan' } };
  const unread = run.issues.filter(({ note }) => !note);
  return {
    type: 'dependency_scanning',
    analyzer: program,
    scanner: program,
    start_time: timeText(run.started_at),
    end_time: timeText(run.finished_at),
    status: unread.length === 0 ? 'success' : 'failure',
    messages: unread.map((issue) => ({ level: 'warn', value: issueMessage(issue) })),
  };
}

/** UTC without its letter and without fractions. */
function timeText(time: string): string {
  return new Date(time).toISOString().slice(0, 19);
}

function issueMessage(issue: Issue): string {
  return safeText(`not read in full: ${locationText(issue)}: ${issueText(issue)}`);
}

function vulnerability(finding: Finding, directory: NameDirectory): object {
  const component = directory.component(finding.component);
  const links = finding.references.map(linkTarget).filter((url) => url !== undefined);
  const isMalicious = finding.kind === 'malicious';
  return {
    id: uuidOf(createHash('sha256').update(finding.fingerprint).digest('hex')),
    name: safeText(finding.title || finding.id).slice(0, MOST.name),
    description: safeText(`${subjectLabel(finding, directory)}: ${finding.why}`),
    severity: isMalicious ? 'Critical' : SEVERITIES[finding.severity],
    ...(finding.fix !== '' && { solution: safeText(finding.fix).slice(0, MOST.solution) }),
    identifiers: identifiersOf(finding),
    links: links.map((url) => ({ url })),
    location: {
      file: safeText(finding.locations[0]?.path || '.'),
      dependency: {
        package: { name: safeText(component?.name ?? '') },
        version: component?.version ? safeText(versionText(component, component.version)) : '',
        ...(component?.direct !== null && component?.direct !== undefined && { direct: component.direct }),
      },
    },
  };
}

/** The best id first: GitLab knows a vulnerability by it. */
function identifiersOf({ id, rule, aliases, cwes }: Finding): object[] {
  const advisories = [...new Set([id, ...aliases])].filter((name) => name.trim() !== '').map(identifier);
  const weaknesses = cwes.flatMap((cwe) => {
    const [, value] = /^CWE-(\d+)$/.exec(cwe) ?? [];
    return value === undefined ? [] : [{ type: 'cwe', name: cwe, value, url: `https://cwe.mitre.org/data/definitions/${value}.html` }];
  });
  const own = rule === undefined || rule === id ? [] : [{ type: 'castellan_rule', name: safeText(rule), value: safeText(rule) }];
  return [...advisories, ...own, ...weaknesses].slice(0, MOST.identifiers);
}

function identifier(id: string): object {
  const name = safeText(id);
  if (/^CVE-\d{4}-\d+$/.test(id)) return { type: 'cve', name, value: name, url: `https://nvd.nist.gov/vuln/detail/${id}` };
  if (/^GHSA(?:-[0-9a-z]{4}){3}$/.test(id)) return { type: 'ghsa', name, value: name, url: `https://github.com/advisories/${id}` };
  if (/^[A-Z]+-[\w.-]+$/.test(id)) return { type: 'osv', name, value: name, url: `https://osv.dev/vulnerability/${id}` };
  return { type: 'castellan', name, value: name };
}

export default reporter;
