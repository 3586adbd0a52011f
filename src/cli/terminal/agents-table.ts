import type { Agent, McpServer } from '../../model/agent.js';
import type { Finding } from '../../model/finding.js';
import type { ScanReport } from '../../model/report.js';
import { type Canvas, canvasOf, drawLine, drawParagraph, drawSection, fitting, type Span } from '../../report/console/canvas.js';
import { drawNotes, drawProblems } from '../../report/console/sections.js';
import { drawVerdict } from '../../report/console/verdict.js';
import type { RenderOptions } from '../../report/reporter.js';
import { kindWord, locationText, plural, severityWord } from '../../report/words.js';
import { displayWidth, padEnd, safeText, truncate } from '../../support/terminal.js';
import { type AgentsView, agentsView, type Step } from './agents-view.js';
import { capabilityWords, runsWhat } from './server-words.js';

/** Findings shown below one server where there are few servers; with many, one each, so that all fits on a screen. */
const SHOWN_FINDINGS = 2;
const MANY_SERVERS = 6;

/** Columns a server's name gets before what it runs. */
const NAME_WIDTH = 18;

/**
 * The overview of `castellan agents`: which agents run which servers, what these hold and can do, what is wrong with them, and
 * what to do first. Pure: same report and options, same text.
 */
export async function renderAgents(report: ScanReport, options: RenderOptions): Promise<string> {
  const canvas = await canvasOf(report, options);
  const view = agentsView(report);
  const drawn = new Set<string>();
  const lines = [
    ...drawHead(canvas),
    ...drawFirst(canvas, view),
    ...drawSection(
      canvas,
      'AGENTS',
      report.agents.flatMap((agent) => drawAgent(canvas, view, { agent, drawn })),
    ),
    ...drawElsewhere(canvas, view),
    ...drawProblems(canvas),
    ...(options.verbose ? drawNotes(canvas) : []),
    ...drawVerdict(canvas),
  ];
  return `${lines.join('\n')}\n`;
}

/** Counts of nouns, and how many findings of each severity there are. */
function drawHead(canvas: Canvas): string[] {
  const { report, signs } = canvas;
  const { agents, servers, credentials, tools, skills, models, counts } = report;
  const nouns = { agent: agents, 'MCP server': servers, credential: credentials, tool: tools, skill: skills, model: models };
  const parts = Object.entries(nouns).flatMap(([noun, list]) => (list.length > 0 ? [plural(list.length, noun)] : []));
  const severities = (['critical', 'high', 'medium', 'low'] as const).filter((severity) => counts.by_severity[severity] > 0);
  const found: Span[] = severities.map((severity) => ({
    text: `${signs.marks[severity]} ${counts.by_severity[severity]} ${severity}   `,
    role: severity,
  }));
  if (counts.malicious > 0) found.unshift({ text: ` ${counts.malicious} MALICIOUS `, role: 'malicious' }, { text: '   ' });
  const none: Span = { text: 'no findings', role: 'good' };
  return [
    drawLine(canvas, 0, [
      { text: 'AI agents', role: 'strong' },
      { text: `  ${parts.join(` ${signs.dot} `)}`, role: 'faint' },
    ]),
    drawLine(canvas, 2, found.length > 0 ? found : [none]),
  ];
}

function drawFirst(canvas: Canvas, { steps }: AgentsView): string[] {
  const shown = canvas.options.verbose ? steps : steps.slice(0, 5);
  return drawSection(
    canvas,
    'DO FIRST',
    shown.flatMap((step, at) => drawStep(canvas, step, at + 1)),
  );
}

/** What it brings stands on the same line where it fits. */
function drawStep(canvas: Canvas, { action, gain, command }: Step, position: number): string[] {
  const whole: Span[] = [
    { text: `${position}. ${action}`, role: 'strong' },
    { text: `  ${gain}`, role: 'faint' },
  ];
  const onOneLine = fitting(canvas, 1, whole).length === whole.length;
  const apart = [
    ...drawParagraph(canvas, { text: `${position}. ${action}`, indent: 1, role: 'strong', maxLines: 2 }),
    drawLine(canvas, 4, [{ text: gain, role: 'faint' }]),
  ];
  const head = onOneLine ? [drawLine(canvas, 1, whole)] : apart;
  return command === undefined ? head : [...head, drawLine(canvas, 4, [{ text: command, role: 'command' }])];
}

function drawAgent(canvas: Canvas, view: AgentsView, { agent, drawn }: Omit<Row, 'server'>): string[] {
  const project = agent.project_key === undefined ? '' : `  ${agent.project_key}`;
  const head = drawLine(canvas, 0, [
    { text: agent.client, role: 'strong' },
    { text: `  ${agent.path}${project}`, role: 'faint' },
  ]);
  const servers = agent.servers.flatMap((ref) => view.servers.get(ref) ?? []);
  if (servers.length === 0) return [head, drawLine(canvas, 2, [{ text: 'no servers', role: 'faint' }])];
  return [head, ...servers.flatMap((server) => drawServer(canvas, view, { server, agent, drawn }))];
}

interface Row {
  server: McpServer;
  agent: Agent;
  /** Ids of findings that stand further up already. */
  drawn: Set<string>;
}

/** One line where it fits, else what it holds and can do on a second; then its worst findings, at its first mention only. */
function drawServer(canvas: Canvas, view: AgentsView, { server, agent, drawn }: Row): string[] {
  const findings = view.findingsOf(server.ref);
  const line = serverLine(canvas, server, findings[0]);
  const facts = serverFacts(view, server);
  const head =
    2 + widthOf(line) + 2 + widthOf(facts) <= canvas.width
      ? [drawLine(canvas, 2, [...line, { text: '  ' }, ...facts])]
      : [drawLine(canvas, 2, line), drawLine(canvas, 4, facts)];
  return view.isFirstUse(server.ref, agent.ref) ? [...head, ...drawFindings(canvas, findings, drawn)] : head;
}

function serverLine({ signs }: Canvas, server: McpServer, worst: Finding | undefined): Span[] {
  const name = padEnd(truncate(safeText(server.name), NAME_WIDTH, signs.cut), NAME_WIDTH);
  const mark: Span = worst ? { text: signs.marks[roleOf(worst)], role: roleOf(worst) } : { text: signs.dot, role: 'faint' };
  const line: Span[] = [mark, { text: ` ${name} ` }, { text: runsWhat(server), role: 'faint' }];
  return server.disabled ? [...line, { text: '  disabled', role: 'warn' }] : line;
}

function widthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { text }) => sum + displayWidth(safeText(text)), 0);
}

/** `holds GITHUB_TOKEN`, `can execute, write`. */
function serverFacts(view: AgentsView, server: McpServer): Span[] {
  const held = view.credentialsOf(server.ref);
  const can = capabilityWords(view.toolsOf(server.ref));
  const spans: Span[] = [];
  if (held.length > 0) spans.push({ text: `holds ${listed(held, 4)}`, role: 'warn' });
  if (can !== '') spans.push({ text: `${spans.length > 0 ? '; ' : ''}can ${can}` });
  if (server.auto_approve.length > 0) spans.push({ text: `${spans.length > 0 ? '; ' : ''}runs unasked`, role: 'bad' });
  return spans;
}

/** A finding that many servers share is shown once and counted after. */
function drawFindings(canvas: Canvas, findings: readonly Finding[], drawn: Set<string>): string[] {
  const { options, report } = canvas;
  const limit = report.servers.length > MANY_SERVERS ? 1 : SHOWN_FINDINGS;
  const shown = options.verbose ? findings : findings.filter(({ id }) => !drawn.has(id)).slice(0, limit);
  for (const { id } of shown) drawn.add(id);
  const more = findings.length - shown.length;
  const rest = shown.length === 0 ? plural(more, 'finding') : plural(more, 'more finding');
  return [
    ...shown.map((finding) => drawFinding(canvas, finding, 4)),
    ...(more > 0 ? [drawLine(canvas, 4, [{ text: `${canvas.signs.cut} ${rest}`, role: 'faint' }])] : []),
  ];
}

function drawFinding(canvas: Canvas, finding: Finding, indent: number): string {
  const { signs } = canvas;
  const role = roleOf(finding);
  return drawLine(canvas, indent, [
    { text: `${signs.marks[role]} ${severityWord(finding)}`, role },
    { text: ` ${finding.id}`, role: 'strong' },
    { text: `  ${finding.title}` },
  ]);
}

/** Findings that belong to no server: skills, models, files. */
function drawElsewhere(canvas: Canvas, { elsewhere }: AgentsView): string[] {
  const shown = canvas.options.verbose ? elsewhere : elsewhere.slice(0, 6);
  const lines = shown.flatMap((finding) => {
    const [place] = finding.locations;
    const about = { text: place ? locationText(place) : kindWord(finding.kind), role: 'faint' } as const;
    return [drawFinding(canvas, finding, 2), drawLine(canvas, 4, fitting(canvas, 4, [about]).length > 0 ? [about] : [about.text])];
  });
  const more = elsewhere.length - shown.length;
  if (more > 0) lines.push(drawLine(canvas, 2, [{ text: `${canvas.signs.cut} ${more} more: --verbose, or --format json`, role: 'faint' }]));
  return drawSection(canvas, 'BESIDE THE SERVERS', lines);
}

function roleOf(finding: Finding): Finding['severity'] | 'malicious' {
  return finding.kind === 'malicious' ? 'malicious' : finding.severity;
}

function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} +${rest}` : names.join(', ');
}
