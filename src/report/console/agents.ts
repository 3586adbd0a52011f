import type { Agent, McpServer } from '../../model/agent.js';
import type { Finding } from '../../model/finding.js';
import { plural } from '../../support/listing.js';
import { displayWidth, padEnd, safeText, truncate } from '../../support/terminal.js';
import { inImageWords, severityWord } from '../words.js';
import type { AgentsView } from './agents-view.js';
import { type Canvas, drawLine, drawSection, type StyledText } from './canvas.js';
import { seenLine } from './findings.js';
import { capabilityWords, runsWhat } from './server-words.js';

/**
 * Findings shown below each server when there are few servers. With many servers, only the worst is shown, on the
 * server's own line, so that all fits on a screen.
 */
const SHOWN_FINDINGS = 2;
const MANY_SERVERS = 6;

/** Width of the column of server names. */
const NAME_WIDTH = 18;

/**
 * Draws which agents run which servers, what those hold and can do, and what is wrong with them; nothing when there are
 * none.
 */
export function drawAgents(canvas: Canvas, view: AgentsView): string[] {
  const { agents } = canvas.report;
  const drawn = new Set<string>();
  return [
    ...drawSection(
      canvas,
      'AGENTS',
      agents.flatMap((agent) => drawAgent(canvas, view, { agent, drawn })),
    ),
    ...drawSection(
      canvas,
      'SERVERS OF NO AGENT',
      view.withoutAgent.flatMap((ref) => drawLoneServer(canvas, view, { ref, drawn })),
    ),
  ];
}

/** The spans of a finding: mark, severity, id and title. */
export function findingSpans({ signs }: Canvas, finding: Finding): StyledText[] {
  const role = roleOf(finding);
  return [
    { text: `${signs.marks[role]} ${severityWord(finding)}`, role },
    { text: ` ${finding.id}`, role: 'strong' },
    { text: `  ${finding.title}` },
  ];
}

/** The style of a finding. */
export function roleOf(finding: Finding): Finding['severity'] | 'malicious' {
  return finding.kind === 'malicious' ? 'malicious' : finding.severity;
}

/** The worst finding in a few words (an advisory's id, or a rule's title), and the number of the others. */
export function worstSpans(findings: readonly Finding[]): StyledText[] {
  const [worst, ...others] = findings;
  if (!worst) return [];
  const what = worst.rule === worst.id ? worst.title : worst.id;
  const more: StyledText[] = others.length === 0 ? [] : [{ text: ` +${others.length}`, role: 'faint' }];
  return [{ text: `${severityWord(worst)} `, role: roleOf(worst) }, { text: what }, ...more];
}

function drawAgent(canvas: Canvas, view: AgentsView, { agent, drawn }: { agent: Agent; drawn: Set<string> }): string[] {
  const project = agent.project_key === undefined ? '' : `  ${agent.project_key}`;
  const place = inImageWords(agent);
  const head = drawLine(canvas, 0, [
    { text: agent.client, role: 'strong' },
    { text: `  ${agent.path}${project}${place === '' ? '' : `  ${place}`}`, role: 'faint' },
  ]);
  const servers = agent.servers.flatMap((ref) => view.servers.get(ref) ?? []);
  if (servers.length === 0) return [head, drawLine(canvas, 2, [{ text: 'no servers', role: 'faint' }])];
  return [head, ...servers.flatMap((server) => drawServer(canvas, view, { server, first: view.isFirstUse(server.ref, agent.ref), drawn }))];
}

/** A server that no agent uses: only saved tool definitions name it, or the client of its configuration is unknown. */
function drawLoneServer(canvas: Canvas, view: AgentsView, { ref, drawn }: { ref: string; drawn: Set<string> }): string[] {
  const server = view.servers.get(ref);
  if (server) return drawServer(canvas, view, { server, first: true, drawn });
  const findings = view.findingsOf(ref);
  const tools = view.toolsOf(ref);
  const line: StyledText[] = [
    markOf(canvas, findings[0]),
    { text: ` ${canvas.directory.label(ref)}` },
    { text: `  ${plural(tools.length, 'tool')}`, role: 'faint' },
  ];
  return [drawLine(canvas, 2, line), ...drawFindings(canvas, view, { findings, drawn })];
}

interface Row {
  server: McpServer;
  /** True where the server is drawn for the first time; only there its findings are listed. */
  first: boolean;
  /** Ids of findings that are drawn already. */
  drawn: Set<string>;
}

/** One line where everything fits; otherwise what the server holds and can do moves to a second line. */
function drawServer(canvas: Canvas, view: AgentsView, { server, first, drawn }: Row): string[] {
  const findings = view.findingsOf(server.ref);
  const many = canvas.report.servers.length > MANY_SERVERS && !canvas.options.verbose;
  const line = serverLine(canvas, server, findings[0]);
  const facts = [...serverFacts(view, server)];
  if (many || !first) return flow(canvas, line, [facts, worstSpans(findings)]);
  return [...flow(canvas, line, [facts]), ...drawFindings(canvas, view, { findings, drawn })];
}

/**
 * Appends the parts to the line while they fit; a part that does not fit starts a new line, so that no verdict is cut.
 */
function flow(canvas: Canvas, line: readonly StyledText[], parts: readonly (readonly StyledText[])[]): string[] {
  const rows: { indent: number; spans: StyledText[] }[] = [{ indent: 2, spans: [...line] }];
  for (const part of parts) {
    const row = rows.at(-1);
    if (part.length === 0 || !row) continue;
    const fits = row.indent + widthOf(row.spans) + 2 + widthOf(part) <= canvas.width;
    if (fits) row.spans.push({ text: '  ' }, ...part);
    else rows.push({ indent: 4, spans: [...part] });
  }
  return rows.map(({ indent, spans }) => drawLine(canvas, indent, spans));
}

function serverLine(canvas: Canvas, server: McpServer, worst: Finding | undefined): StyledText[] {
  const name = padEnd(truncate(safeText(server.name), NAME_WIDTH, canvas.signs.cut), NAME_WIDTH);
  const line: StyledText[] = [markOf(canvas, worst), { text: ` ${name} ` }, { text: runsWhat(server), role: 'faint' }];
  return server.disabled ? [...line, { text: '  disabled', role: 'warn' }] : line;
}

function markOf({ signs }: Canvas, worst: Finding | undefined): StyledText {
  return worst ? { text: signs.marks[roleOf(worst)], role: roleOf(worst) } : { text: signs.dot, role: 'faint' };
}

export function widthOf(spans: readonly StyledText[]): number {
  return spans.reduce((sum, { text }) => sum + displayWidth(safeText(text)), 0);
}

/** `holds GITHUB_TOKEN`, `can execute, write`. */
function serverFacts(view: AgentsView, server: McpServer): StyledText[] {
  const held = view.credentialsOf(server.ref);
  const can = capabilityWords(view.toolsOf(server.ref));
  const spans: StyledText[] = [];
  if (held.length > 0) spans.push({ text: `holds ${listed(held, 4)}`, role: 'warn' });
  if (can !== '') spans.push({ text: `${spans.length > 0 ? '; ' : ''}can ${can}` });
  if (server.auto_approve.length > 0) spans.push({ text: `${spans.length > 0 ? '; ' : ''}runs unasked`, role: 'bad' });
  return spans;
}

/** A finding that many servers share is shown at the first one and only counted at the others. */
function drawFindings(
  canvas: Canvas,
  view: AgentsView,
  { findings, drawn }: { findings: readonly Finding[]; drawn: Set<string> },
): string[] {
  const shown = canvas.options.verbose ? findings : findings.filter(({ id }) => !drawn.has(id)).slice(0, SHOWN_FINDINGS);
  for (const { id } of shown) drawn.add(id);
  const more = findings.length - shown.length;
  const rest = shown.length === 0 ? plural(more, 'finding') : plural(more, 'more finding');
  return [
    ...shown.flatMap((finding) => [
      drawLine(canvas, 4, findingSpans(canvas, finding)),
      ...(view.quotes && finding.kind === 'tool' ? seenLine(canvas, finding, 6) : []),
    ]),
    ...(more > 0 ? [drawLine(canvas, 4, [{ text: `${canvas.signs.cut} ${rest}`, role: 'faint' }])] : []),
  ];
}

function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} +${rest}` : names.join(', ');
}
