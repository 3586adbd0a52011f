import type { Component } from '../model/component.js';
import type { Finding } from '../model/finding.js';
import type { ExposurePath, FixFirst, GraphNode } from '../model/graph.js';
import type { ScanReport } from '../model/report.js';

/** One finding with everything a saved report knows about it. */
export interface Explanation {
  finding: Finding;
  component?: Component;
  /** The server, tool, skill, model or agent it is about. */
  subject?: GraphNode;
  paths: ExposurePath[];
  /** Steps of the fix-first list that clear it. */
  steps: FixFirst[];
}

/** Shortest beginning of a fingerprint that names a finding. */
const MIN_PREFIX = 6;

/**
 * The findings that a person means: by fingerprint or the beginning of one, by id or alias in any case, by rule, or by the package's name
 * with or without its version. An id may name several findings (one for each affected package). They keep the report's order, worst
 * first.
 */
export function findFindings(report: ScanReport, name: string): Finding[] {
  const exact = report.findings.filter((finding) => finding.fingerprint === name);
  if (exact.length > 0) return exact;
  const wanted = name.toLowerCase();
  const named = report.findings.filter((finding) => namesOf(finding).some((one) => one.toLowerCase() === wanted));
  if (named.length > 0) return named;
  const refs = new Set(report.components.filter((one) => isCalled(one, wanted)).map(({ ref }) => ref));
  const about = report.findings.filter(({ component }) => component !== undefined && refs.has(component));
  if (about.length > 0 || name.length < MIN_PREFIX) return about;
  return report.findings.filter((finding) => finding.fingerprint.startsWith(name));
}

function isCalled({ name, version, ref }: Component, wanted: string): boolean {
  return [name, `${name}@${version}`, `${name}@v${version}`, `${name}==${version}`, ref].some((one) => one.toLowerCase() === wanted);
}

function namesOf({ id, rule, aliases, advisories }: Finding): string[] {
  return [id, ...(rule === undefined ? [] : [rule]), ...aliases, ...advisories];
}

/** Everything the report says about each of these findings. */
export function explain(report: ScanReport, findings: readonly Finding[]): Explanation[] {
  return findings.map((finding) => {
    const component = report.components.find((one) => one.ref === finding.component);
    const subject = report.graph.nodes.find((node) => node.id === finding.subject);
    return {
      finding,
      ...(component && { component }),
      ...(subject && { subject }),
      paths: report.exposure_paths.filter((path) => path.finding === finding.fingerprint),
      steps: report.fix_first.filter((step) => step.findings.includes(finding.fingerprint)),
    };
  });
}
