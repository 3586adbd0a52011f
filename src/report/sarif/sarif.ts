import type { Log, LogicalLocation, Result, Run, Location as SarifLocation } from 'sarif';
import type { Location } from '../../model/component.js';
import type { Finding } from '../../model/finding.js';
import type { ScanReport } from '../../model/report.js';
import { safeJson } from '../../support/terminal.js';
import { worstFirst } from '../order.js';
import type { Reporter } from '../reporter.js';
import { directoryOf, type NameDirectory, sentence, subjectLabel } from '../words.js';
import { invocationOf, notificationDescriptors } from './invocation.js';
import { cut, ruleObjects } from './rule.js';
import { levelOf, securitySeverity } from './severity.js';
import { relativeUri } from './uri.js';

/** GitHub code scanning refuses a run with more results. */
export const MAX_SARIF_RESULTS = 25_000;

/** SARIF 2.1.0, within the limits of GitHub code scanning. */
const reporter: Reporter = {
  render(report) {
    const log: Log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [runOf(report)] };
    return `${safeJson(JSON.stringify(log, null, 1))}\n`;
  },
};

function runOf(report: ScanReport): Run {
  const findings = worstFirst(report);
  const shown = findings.slice(0, MAX_SARIF_RESULTS);
  const rules = ruleObjects(shown);
  const positions = new Map(rules.map((rule, index) => [rule.id, index]));
  const directory = directoryOf(report);
  const fallback = report.scan_run.collectors[0]?.target ?? report.scan_run.targets[0] ?? '';
  return {
    tool: {
      driver: {
        name: report.tool.name,
        version: report.tool.version,
        semanticVersion: report.tool.version,
        rules,
        notifications: notificationDescriptors(report),
      },
    },
    automationDetails: { id: 'castellan/' },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The scanned directory.' } } },
    invocations: [invocationOf(report, findings.length - shown.length)],
    results: shown.map((finding) => resultOf(finding, { directory, positions, fallback })),
  };
}

interface ResultContext {
  directory: NameDirectory;
  /** Index of each rule by its id. */
  positions: ReadonlyMap<string, number>;
  /** Path for a finding without a place, because code scanning drops results without one. */
  fallback: string;
}

/** One finding as a SARIF result; suppressed ones are included and marked as suppressed. */
function resultOf(finding: Finding, { directory, positions, fallback }: ResultContext): Result {
  const [primary = { path: fallback }, ...others] = finding.locations;
  const result: Result = {
    ruleId: finding.id,
    ruleIndex: positions.get(finding.id) ?? -1,
    level: levelOf(finding),
    message: { text: messageOf(finding, directory) },
    locations: [finding.kind === 'cloud' ? cloudLocation(finding, primary) : sarifLocation(primary)],
    partialFingerprints: fingerprintsOf(finding, primary),
    properties: propertiesOf(finding),
  };
  if (others.length > 0)
    result.relatedLocations = others.slice(0, 20).map((location, index) => ({ id: index + 1, ...sarifLocation(location) }));
  if (finding.suppressed) {
    const { by, reason } = finding.suppressed;
    result.suppressions = [{ kind: 'external', status: 'accepted', justification: cut(`${by}: ${reason}`) }];
    if (by === 'baseline') result.baselineState = 'unchanged';
  }
  return result;
}

function messageOf(finding: Finding, directory: NameDirectory): string {
  const fixed = finding.fixed_version === undefined ? '' : ` Fixed in ${finding.fixed_version}.`;
  const exploited = finding.kev === 'listed' ? ' Known to be exploited.' : '';
  return cut(`${subjectLabel(finding, directory)}: ${sentence(finding.title)}${exploited}${fixed}`);
}

function fingerprintsOf(finding: Finding, primary: Location): Record<string, string> {
  const own = { 'castellanFingerprint/v1': finding.fingerprint };
  return primary.line_hash === undefined ? own : { primaryLocationLineHash: primary.line_hash, ...own };
}

function propertiesOf(finding: Finding): Record<string, unknown> {
  const { kind, severity, aliases, fixed_version, kev, epss, context, in_base, blast_radius: radius } = finding;
  return {
    'security-severity': securitySeverity(finding),
    kind,
    severity,
    kev,
    ...(aliases.length > 0 && { aliases }),
    ...(fixed_version !== undefined && { fixed_version }),
    ...(epss && { epss: epss.score }),
    ...(context && { context }),
    ...(in_base !== undefined && { in_base }),
    ...(radius && radius.agents.length + radius.credentials.length > 0 && { blast_radius: radius }),
  };
}

function sarifLocation({ path, line, pointer }: Location): SarifLocation {
  // Files in the user's home are not below the scanned folder.
  const artifactLocation = path.startsWith('~/') ? { uri: relativeUri(path) } : { uri: relativeUri(path), uriBaseId: '%SRCROOT%' };
  const physicalLocation = { artifactLocation, region: { startLine: Math.max(1, line ?? 1) } };
  return pointer === undefined || pointer === ''
    ? { physicalLocation }
    : { physicalLocation, logicalLocations: [logicalLocation(pointer)] };
}

/** Something of a cloud lies in no file: its id is a logical location, and the path is kept for readers that need one. */
function cloudLocation({ subject = '' }: Finding, primary: Location): SarifLocation {
  const name = primary.path.slice(primary.path.lastIndexOf('/') + 1);
  const logical: LogicalLocation = { name: cut(name), fullyQualifiedName: cut(subject), kind: 'resource' };
  return { ...sarifLocation(primary), logicalLocations: [logical] };
}

/**
 * A member of a configuration or tool definition, named by its JSON pointer (RFC 6901; SARIF 2.1.0, section 3.33.7
 * `property`).
 */
function logicalLocation(pointer: string): LogicalLocation {
  const name = pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return { name: cut(name), fullyQualifiedName: cut(pointer), kind: 'property' };
}

export default reporter;
