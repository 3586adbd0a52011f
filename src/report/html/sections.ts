import type { InImage } from '../../model/agent.js';
import type { ScanReport } from '../../model/report.js';
import { markup } from '../escape.js';
import { worstFirst } from '../order.js';
import { toldPaths } from '../told-paths.js';
import { ageText, grouped, inImageWords, issueText, locationText, type NameDirectory, severityWord } from '../words.js';

/** Limit of rows in the smaller tables. */
const MAX_ROWS = 500;

/** Exposure paths from findings to the things they endanger. */
export function pathsSection({ exposure_paths: paths, graph }: ScanReport, directory: NameDirectory): string {
  const items = toldPaths(paths.slice(0, MAX_ROWS), directory, graph).map(({ path: { score }, names, reasons }) => {
    const walk = names.map((name) => `<span class="node">${markup(name)}</span>`).join(' → ');
    return `<li><b class="score">${score}</b> ${walk}<br><span class="soft">${markup(reasons)}</span></li>`;
  });
  return items.length === 0 ? '' : `<section><h2>Exposure paths</h2><ul class="paths">${items.join('')}</ul></section>\n`;
}

/** The image that a thing lies in, on a line of its own. */
function imageLine(thing: { in_image?: InImage }): string {
  const words = inImageWords(thing);
  return words === '' ? '' : `<br><span class="soft">${markup(words)}</span>`;
}

/** AI clients with the servers they use. */
export function agentsSection({ agents }: ScanReport, directory: NameDirectory): string {
  const rows = agents.map(({ client, path, project_key: project, servers, ...agent }) => [
    `<b>${markup(client)}</b>`,
    servers.map((ref) => `<span class="node">${markup(directory.label(ref))}</span>`).join(' ') || '<span class="soft">none</span>',
    `<code>${markup(path)}</code>${project === undefined ? '' : `<br><code>${markup(project)}</code>`}${imageLine(agent)}`,
  ]);
  return table('AI agents', ['Agent', 'Servers', 'Configured in'], rows);
}

/** Skills, instruction files and models, the worst first, each with its findings. */
export function filesSection(report: ScanReport): string {
  const found = findingsBySubject(report);
  const findingsOf = (ref: string) => (found.get(ref) ?? []).map((text) => markup(text)).join('<br>');
  const skills = worstVerdictFirst(report.skills).map(({ ref, path, kind, verdict, ...skill }) => [
    verdictText(verdict),
    `<code>${markup(path)}</code>${imageLine(skill)}`,
    markup(kind),
    findingsOf(ref),
  ]);
  const models = worstVerdictFirst(report.models).map(({ ref, path, format, verdict, signature, ...model }) => [
    verdictText(verdict),
    `<code>${markup(path)}</code>${imageLine(model)}`,
    markup(format),
    signature.replaceAll('_', ' '),
    findingsOf(ref),
  ]);
  return (
    table('Skills and instruction files', ['Verdict', 'File', 'Kind', 'Found'], skills) +
    table('AI models', ['Verdict', 'File', 'Format', 'Signature', 'Found'], models)
  );
}

const VERDICT_TONES: Readonly<Record<string, string>> = {
  malicious: 'malicious',
  unsafe: 'critical',
  suspicious: 'medium',
  unknown: 'unknown',
  safe: 'none',
  benign: 'none',
};
const VERDICT_ORDER = Object.keys(VERDICT_TONES);

function verdictText(verdict: string): string {
  return `<span class="sev ${VERDICT_TONES[verdict] ?? 'unknown'}">${verdict}</span>`;
}

function worstVerdictFirst<T extends { verdict: string }>(things: readonly T[]): T[] {
  return [...things].sort((a, b) => VERDICT_ORDER.indexOf(a.verdict) - VERDICT_ORDER.indexOf(b.verdict));
}

/** Titles of active findings with their severity, worst first, by subject; each title once. */
function findingsBySubject(report: ScanReport): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const finding of worstFirst(report)) {
    if (finding.subject === undefined || finding.suppressed) continue;
    const text = `${severityWord(finding)}: ${finding.title}`;
    const known = found.get(finding.subject) ?? [];
    if (!known.includes(text)) found.set(finding.subject, [...known, text]);
  }
  return found;
}

/** Servers of the agents, with the environment they get and their findings. */
export function serversSection(report: ScanReport): string {
  const { servers } = report;
  const found = findingsBySubject(report);
  const rows = servers.map(({ ref, name, client, path, line, command, args, url, env_names, header_names, disabled, ...server }) => [
    `<b>${markup(name)}</b>${disabled ? ' <span class="soft">disabled</span>' : ''}`,
    markup(client),
    `<code>${markup(url ?? [command ?? '', ...args].join(' '))}</code>`,
    [...env_names, ...header_names].map((given) => `<code>${markup(given)}</code>`).join(' '),
    (found.get(ref) ?? []).slice(0, 6).map(markup).join('<br>'),
    `<code>${markup(locationText(line === undefined ? { path } : { path, line }))}</code>${imageLine(server)}`,
  ]);
  return table('MCP servers', ['Server', 'Client', 'Runs', 'Given', 'Found', 'Configured in'], rows);
}

/** The things of clouds, those with findings first. */
export function cloudSection(report: ScanReport): string {
  const found = findingsBySubject(report);
  const resources = [...(report.cloud ?? [])].sort((a, b) => Number(found.has(b.ref)) - Number(found.has(a.ref)));
  const rows = resources.map(({ ref, name, kind, type, provider, account, region, public: open, authenticated }) => [
    `<b>${markup(name)}</b>`,
    kind,
    markup(type),
    markup(`${provider}:${account} ${region}`),
    open === 'yes' ? `<b${authenticated === 'no' ? ' class="bad"' : ''}>internet${authenticated === 'no' ? ', anybody' : ''}</b>` : open,
    (found.get(ref) ?? []).slice(0, 6).map(markup).join('<br>'),
  ]);
  return table('Clouds', ['Name', 'Kind', 'Type', 'Where', 'Open to', 'Found'], rows);
}

/** What was read and how completely, with the issues. */
export function readingSection({ scan_run: run }: ScanReport): string {
  const collectors = run.collectors.map(({ id, target, outcome, components, issues }) => {
    const bad = outcome === 'scanned' || outcome === 'empty' || outcome === 'skipped' ? '' : ' class="bad"';
    return [`<b${bad}>${outcome}</b>`, `<code>${markup(target)}</code>`, markup(id), grouped(components), grouped(issues)];
  });
  const issues = run.issues.map((issue) => [
    `<b${issue.note ? '' : ' class="bad"'}>${issue.kind}</b>`,
    `<code>${markup(locationText(issue))}</code>`,
    markup(issueText(issue)),
  ]);
  return (
    table('Issues', ['Kind', 'Where', 'Reason'], issues) +
    table('What was read', ['Outcome', 'Target', 'Collector', 'Components', 'Issues'], collectors)
  );
}

/** Age of the advisory data, and remarks that are not findings. */
export function remarksSection({ scan_run: run, notes }: ScanReport): string {
  const feeds = run.feeds.map(({ name, ecosystem, as_of, records }) => [
    name,
    markup(ecosystem ?? ''),
    ageText(as_of, run.finished_at),
    `<time>${markup(as_of)}</time>`,
    grouped(records),
  ]);
  const remarks = notes.map(({ kind, text }) => [kind.replaceAll('_', ' '), markup(text)]);
  return table('Notes', ['Kind', 'Remark'], remarks) + table('Advisory data', ['Feed', 'Ecosystem', 'Age', 'As of', 'Records'], feeds);
}

/** The cells must be markup already. */
function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const body = rows
    .slice(0, MAX_ROWS)
    .map((cells) => `<tr>${cells.map((cell, at) => `<td data-head="${heads[at] ?? ''}">${cell}</td>`).join('')}</tr>\n`);
  const left = rows.length - body.length;
  const more = left > 0 ? `<p class="soft">${left} more are in the JSON report.</p>` : '';
  const head = heads.map((name) => `<th>${name}</th>`).join('');
  return `<section><h2>${title}</h2><div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('')}</tbody></table></div>${more}</section>\n`;
}
