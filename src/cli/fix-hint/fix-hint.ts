import { posix } from 'node:path';
import { remediate } from '../../detect/vulnerabilities/remediation.js';
import { readersByPath, UpgradeCommands } from '../../ecosystems/upgrade-commands.js';
import type { McpServer } from '../../model/agent.js';
import type { Component, Location } from '../../model/component.js';
import type { Finding } from '../../model/finding.js';
import type { ScanReport } from '../../model/report.js';
import { compareSeverity } from '../../model/severity.js';
import { launchCommand, removeCommand, upgradeCommand } from './package-commands.js';
import { comment, inFolder } from './words.js';

/** A line to paste, and the file that it mends. */
interface Hint {
  place: string;
  line: string;
}

/**
 * Commands that mend what a scan found, worst first: a block for each file, in which a comment stands for what no command mends. All of it can
 * be pasted into a POSIX shell in the folder that the scan ran in. Names out of lockfiles and configurations are quoted; each line stands once.
 */
export function fixHint(report: ScanReport): string[] {
  const blocks = groupBy([...packageHints(report), ...unread(report), ...corrections(report)], ({ place }) => place);
  const lines = [...blocks].flatMap(([place, own]) => ['', comment(place), ...new Set(own.map(({ line }) => line))]);
  if (lines.length === 0) return [comment('nothing was found that a command could mend')];
  return [comment('commands that mend what was found, worst first; read them before you run them'), ...lines];
}

function packageHints(report: ScanReport): Hint[] {
  const order = new Map(report.fix_first.map(({ component }, at) => [component, at]));
  const active = report.findings.filter(({ component, suppressed }) => component !== undefined && suppressed === undefined);
  const found = groupBy(active, ({ component }) => component ?? '');
  const rank = ({ ref }: Component) => order.get(ref) ?? order.size;
  const components = report.components.filter(({ ref }) => found.has(ref));
  const worst = new Map(components.map(({ ref }) => [ref, worstOf(found.get(ref) ?? [])]));
  const bySeverity = (a: Component, b: Component) => compareSeverity(worst.get(b.ref) ?? 'none', worst.get(a.ref) ?? 'none');
  components.sort((a, b) => rank(a) - rank(b) || bySeverity(a, b) || (a.ref < b.ref ? -1 : 1));
  return components.flatMap((component) => hintsOf(component, found.get(component.ref) ?? [], report));
}

function worstOf(findings: readonly Finding[]): Finding['severity'] {
  return findings.map(({ severity }) => severity).reduce((a, b) => (compareSeverity(a, b) >= 0 ? a : b), 'none');
}

function hintsOf(component: Component, findings: readonly Finding[], report: ScanReport): Hint[] {
  const { servers, scan_run: run } = report;
  const isMalicious = findings.some(({ kind }) => kind === 'malicious');
  const version = isMalicious ? undefined : remediate(component, findings, [], new UpgradeCommands(run.collectors)).version;
  const label = `${component.name}@${component.version ?? '?'}`;
  const wish = isMalicious ? `remove ${label}, which is malicious` : wishOf(label, version);
  const running = servers.filter(({ components, package: from }) => components.includes(component.ref) && from?.name === component.name);
  if (running.length > 0) return running.map((server) => launchHint(server, version, wish));
  const readers = readersByPath(run.collectors);
  return component.locations.map((location): Hint => {
    const { path: place } = location;
    const reader = readers.get(place);
    const command = isMalicious ? removeCommand(component, reader) : version && upgradeCommand(component, version, reader);
    return { place, line: command && isOnDisk(location) ? inFolder(folderOf(place, report), command) : comment(wish) };
  });
}

function wishOf(label: string, version: string | undefined): string {
  return version === undefined ? `${label}: no fixed version is known` : `upgrade ${label} to ${version}`;
}

/** A configuration is edited by hand: the hint is the command that its entry should have. */
function launchHint(server: McpServer, version: string | undefined, wish: string): Hint {
  const command = version === undefined ? undefined : launchCommand(server, version);
  return { place: server.path, line: comment(`server ${server.name}: ${command ?? wish}`) };
}

/** In an image or an archive no command of ours reaches it. */
function isOnDisk({ layer, image, inner, path }: Location): boolean {
  return layer === undefined && image === undefined && inner === undefined && !path.startsWith('~');
}

/** Manifests without a lockfile, and a database that is not there: what was not judged may hold more. */
function unread(report: ScanReport): Hint[] {
  return report.scan_run.issues.flatMap(({ kind, path, remedy }): Hint[] => {
    if (kind === 'no_advisory_data') return [{ place: 'advisory database', line: 'castellan db update' }];
    // A remedy is a text of ours; only its command is taken, in the characters of one.
    const command = /^run `([a-z][\w .=/-]*)`$/.exec(remedy ?? '')?.[1];
    return command === undefined ? [] : [{ place: path, line: inFolder(folderOf(path, report), command) }];
  });
}

/** What has to be written by hand, as comments. */
function corrections({ fix_first: steps, components }: ScanReport): Hint[] {
  const packages = new Set(components.map(({ ref }) => ref));
  const place = 'to be written by hand';
  return steps
    .filter(({ component }) => !packages.has(component))
    .flatMap(({ action, command, fix = '' }): Hint[] => {
      const lines = fix === '' ? [] : fix.split('\n').map((line) => `    ${line}`);
      return [action, ...(command === undefined ? [] : [command]), ...lines].map((line) => ({ place, line: comment(line) }));
    });
}

/** The folder of a file, seen from where the scan ran. */
function folderOf(path: string, { scan_run: { targets } }: ScanReport): string {
  const [target = '.'] = targets;
  if (targets.length !== 1 || path.startsWith('/')) return posix.dirname(path);
  const isFile = target === path || target.endsWith(`/${path}`);
  return isFile ? posix.dirname(target) : posix.join(target, posix.dirname(path));
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
