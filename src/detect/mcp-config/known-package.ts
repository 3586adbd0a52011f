import { ecosystemOf } from '../../ecosystems/registry.js';
import type { Match } from '../../model/advisory.js';
import type { ServerPackage } from '../../model/agent.js';
import { compareSeverity, type Severity } from '../../model/severity.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { type BadServer, maliciousServers, vulnerableServers } from './data/bad-servers.js';
import { serverHit } from './hits.js';
import { packagePlace } from './package-place.js';
import type { ServerSubject } from './subject.js';

const OSV_NAMES: Readonly<Record<string, string>> = { npm: 'npm', pypi: 'PyPI' };

/** Compares versions by the rules of the package's ecosystem; undefined when either is not a version there. */
function compare(ecosystem: string, a: string, b: string): number | undefined {
  const ordering = ecosystemOf(OSV_NAMES[ecosystem] ?? '')?.ordering;
  return ordering?.valid(a) && ordering.valid(b) ? ordering.compare(a, b) : undefined;
}

/** True when the record affects this version. An unknown version may be any, so then `floating` decides. */
function covers(record: BadServer, { ecosystem, version }: ServerPackage, floating: boolean): boolean {
  if (version === null) return floating;
  if (record.versions) return record.versions.includes(version);
  const { introduced, fixed, last } = record;
  const holds = (bound: string | undefined, test: (order: number) => boolean) => {
    const order = bound === undefined ? undefined : compare(ecosystem, version, bound);
    return bound === undefined || (order !== undefined && test(order));
  };
  return holds(introduced, (order) => order >= 0) && holds(fixed, (order) => order < 0) && holds(last, (order) => order <= 0);
}

function recordsFor(table: readonly BadServer[], fetched: ServerPackage, floating: boolean): BadServer[] {
  const plain = fetched.ecosystem === 'pypi' ? fetched.name.toLowerCase().replace(/[-_.]+/g, '-') : fetched.name;
  return table.filter((record) => record.ecosystem === fetched.ecosystem && record.name === plain && covers(record, fetched, floating));
}

/** A private registry may serve its own package under that name; the record is about the public one. */
function comesFromElsewhere({ owned, server, variables, steps }: ServerSubject): boolean {
  const name = server.package?.name ?? '';
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : '*';
  if (owned.has(scope) || owned.has(name)) return true;
  if (variables.some((variable) => /^npm_config_registry$/i.test(variable.name))) return true;
  return steps.some(({ words }) => words.some(({ text }) => /^--(?:registry|index-url|default-index)(?:=|$)/.test(text)));
}

function idsOf(matches: readonly Match[], records: readonly BadServer[]): string[] {
  return [...new Set([...matches.map(({ advisory }) => advisory.id), ...records.flatMap((record) => record.advisories)])].sort();
}

function listed(ids: readonly string[]): string {
  return ids.slice(0, 6).join(', ');
}

/** A package that was published to do harm, or whose release was taken over. */
export const knownMaliciousPackage: Rule<ServerSubject> = {
  id: 'known-malicious-package',
  family: 'mcp-config',
  title: 'Known malicious package',
  severity: 'critical',
  confidence: 'high',
  rationale: 'The package is on record as malicious; where it has run, everything the server could reach must be taken as stolen.',
  fix: 'Remove the server, replace every credential it had, and look at what it could read and send.',
  references: ['OWASP MCP04', 'OWASP ASI04', 'CWE-506'],
  *check(subject): Generator<RuleHit> {
    const { package: fetched } = subject.server;
    const matches = subject.matches.filter(({ advisory }) => advisory.malicious);
    const records = fetched && !comesFromElsewhere(subject) ? recordsFor(maliciousServers, fetched, true) : [];
    if (!fetched || matches.length + records.length === 0) return;
    const ids = idsOf(matches, records);
    const which = fetched.version === null ? 'any version may run' : `version ${quote(fetched.version, 40)}`;
    const evidence = `${quote(fetched.name)}, ${which} (${listed(ids) || 'published reports'})`;
    yield serverHit(subject, packagePlace(subject, fetched.name), evidence, { advisories: ids });
  },
};

/** An exact version within the range of a published advisory. */
export const knownVulnerableVersion: Rule<ServerSubject> = {
  id: 'known-vulnerable-version',
  family: 'mcp-config',
  title: 'Known vulnerable version',
  severity: 'high',
  confidence: 'high',
  rationale: 'The version that is fixed here has a published vulnerability.',
  fix: 'Write a version that no advisory covers, and review what changed.',
  references: ['OWASP MCP04', 'OWASP ASI04', 'CWE-1395'],
  *check(subject): Generator<RuleHit> {
    const { package: fetched } = subject.server;
    if (fetched?.version === undefined || fetched.version === null) return;
    const matches = subject.matches.filter(({ advisory }) => !advisory.malicious);
    const records = recordsFor(vulnerableServers, fetched, false);
    if (matches.length + records.length === 0) return;
    const place = packagePlace(subject, fetched.name);
    const ids = idsOf(matches, records);
    yield serverHit(subject, place, `${quote(fetched.name)} ${quote(fetched.version, 40)} (${listed(ids)})`, {
      advisories: ids,
      severity: worst([...matches, ...records]),
      ...fixOf(fetched, records),
    });
  },
};

function worst(findings: readonly { severity: Severity }[]): Severity {
  return findings.reduce<Severity>((found, { severity }) => (compareSeverity(severity, found) > 0 ? severity : found), 'unknown');
}

function fixOf({ ecosystem, name }: ServerPackage, records: readonly BadServer[]): { fix?: string } {
  const fixed = records
    .flatMap((record) => record.fixed ?? record.safe ?? [])
    .reduce<string | undefined>(
      (last, version) => (last === undefined || (compare(ecosystem, version, last) ?? 0) > 0 ? version : last),
      undefined,
    );
  return fixed === undefined ? {} : { fix: `Write \`${name}${ecosystem === 'pypi' ? '==' : '@'}${fixed}\` or later.` };
}
