import type { ScanReport } from '../../model/report.js';
import { markup } from '../escape.js';
import { ageText, type Directory, grouped, locationText } from '../words.js';

/** Rows of the smaller tables. */
const MAX_ROWS = 500;

/** Walks from findings to what they endanger. */
export function pathsSection({ exposure_paths: paths }: ScanReport, directory: Directory): string {
  const items = paths.slice(0, MAX_ROWS).map(({ score, nodes, why }) => {
    const walk = nodes.map((ref) => `<span class="node">${markup(directory.label(ref))}</span>`).join(' → ');
    return `<li><b class="score">${score}</b> ${walk}<br><span class="soft">${markup(why)}</span></li>`;
  });
  return items.length === 0 ? '' : `<section><h2>Exposure paths</h2><ul class="paths">${items.join('')}</ul></section>\n`;
}

/** Agents' servers with what they are given. */
export function estateSection({ servers }: ScanReport): string {
  const rows = servers.map(({ name, client, path, line, command, args, url, env_names, header_names, disabled }) => [
    `<b>${markup(name)}</b>${disabled ? ' <span class="soft">disabled</span>' : ''}`,
    markup(client),
    `<code>${markup(url ?? [command ?? '', ...args].join(' '))}</code>`,
    [...env_names, ...header_names].map((given) => `<code>${markup(given)}</code>`).join(' '),
    `<code>${markup(locationText(line === undefined ? { path } : { path, line }))}</code>`,
  ]);
  return table('MCP servers', ['Server', 'Client', 'Runs', 'Given', 'Configured in'], rows);
}

/** What was read and how far, with the issues. */
export function readingSection({ scan_run: run }: ScanReport): string {
  const collectors = run.collectors.map(({ id, target, outcome, components, issues }) => {
    const bad = outcome === 'scanned' || outcome === 'empty' || outcome === 'skipped' ? '' : ' class="bad"';
    return [`<b${bad}>${outcome}</b>`, `<code>${markup(target)}</code>`, markup(id), grouped(components), grouped(issues)];
  });
  const issues = run.issues.map((issue) => [
    `<b${issue.note ? '' : ' class="bad"'}>${issue.kind}</b>`,
    `<code>${markup(locationText(issue))}</code>`,
    markup(issue.reason),
  ]);
  return (
    table('Issues', ['Kind', 'Where', 'Reason'], issues) +
    table('What was read', ['Outcome', 'Target', 'Collector', 'Components', 'Issues'], collectors)
  );
}

/** Advisory data with its age, and remarks that are no finding. */
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

/** Cells are markup already. */
function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const body = rows.slice(0, MAX_ROWS).map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`);
  const left = rows.length - body.length;
  const more = left > 0 ? `<p class="soft">${left} more are in the JSON report.</p>` : '';
  const head = heads.map((name) => `<th>${name}</th>`).join('');
  return `<section><h2>${title}</h2><div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('')}</tbody></table></div>${more}</section>\n`;
}
