import type { ScanReport } from '../../model/report.js';
import type { CheckedKind } from '../../policy/compliance/bearing.js';

/**
 * What checks of each kind looked at in one run, as numbers of things; zero when there were none. Null: there were some, which they
 * did not all look at. A kind that is absent did not run.
 */
export type Checks = Partial<Record<CheckedKind, number | null>>;

const PACKAGES = ['vulnerability', 'malicious', 'suspicious_package'] as const;
const CONFIGURATION = [...PACKAGES, 'mcp_config', 'tool'] as const;
const EVERYTHING = [...CONFIGURATION, 'skill', 'model'] as const;

/** Checks that a whole look at a source of the kind takes. None: it only brings what others say. */
export function checksOfSource(kind: string): readonly CheckedKind[] {
  if (kind === 'scan.repo' || kind === 'ingest.result_push') return EVERYTHING;
  if (kind === 'scan.mcp_config') return CONFIGURATION;
  return kind === 'ingest.artifact_import' ? PACKAGES : [];
}

/** As much of a report as tells what was looked at. */
export type Looked = Pick<ScanReport, 'agents' | 'servers' | 'tools' | 'skills' | 'models'> & {
  counts: Pick<ScanReport['counts'], 'components' | 'unresolved'>;
  scan_run: Pick<ScanReport['scan_run'], 'collectors'>;
};

/** What a scan's checks looked at. `matched`: its packages were looked up. */
export function checksOfScan({ counts, scan_run, skills, models, ...found }: Looked, matched: boolean): Required<Checks> {
  const packages = matched ? judged(counts) : unlessNone(counts.components);
  return {
    vulnerability: packages,
    malicious: packages,
    suspicious_package: judged(counts),
    ...checksOfAgents(found, scan_run),
    skill: skills.length,
    model: models.length,
  };
}

/** Packages that no exact version is known of cannot be judged. */
function judged({ components, unresolved }: Looked['counts']): number | null {
  return unresolved === components ? unlessNone(components) : components - unresolved;
}

function unlessNone(count: number): null | 0 {
  return count === 0 ? 0 : null;
}

/** An inventory that was adopted names servers and tools, without the configuration and definitions that checks read. */
function checksOfAgents(
  { agents, servers, tools }: Pick<Looked, 'agents' | 'servers' | 'tools'>,
  { collectors }: Looked['scan_run'],
): Required<Pick<Checks, 'mcp_config' | 'tool'>> {
  const configured = agents.length + servers.length;
  if (collectors.some(({ id }) => id === 'inventory'))
    return { mcp_config: unlessNone(configured), tool: unlessNone(servers.length + tools.length) };
  const known = new Set(tools.map(({ server }) => server));
  const silent = servers.some(({ ref, disabled }) => !disabled && !known.has(ref));
  return { mcp_config: configured, tool: silent ? null : tools.length };
}

/** Of a pushed report, in which nothing found may also mean that nobody looked for it. */
export function checksOfPush(report: Looked & Pick<ScanReport, 'scan_run'>): Checks {
  // A report that names no advisory data does not show that it had any.
  const checks = checksOfScan(report, report.scan_run.feeds.length > 0);
  return Object.fromEntries(Object.entries(checks).filter(([, count]) => count !== 0));
}

/** Only what checks of the kind of source are. */
export function checksWithin(kind: string, checks: Checks): Checks {
  const own = new Set<string>(checksOfSource(kind));
  return Object.fromEntries(Object.entries(checks).filter(([check]) => own.has(check)));
}
