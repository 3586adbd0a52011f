import type { Explanation } from '../../graph/explanation.js';
import type { Finding } from '../../model/finding.js';
import { type Canvas, drawLine, drawParagraph, type StyledText } from '../../report/console/canvas.js';
import { drawPath } from '../../report/console/sections.js';
import { toldPaths } from '../../report/told-paths.js';
import { epssText, kindWord, locationText, severityWord } from '../../report/words.js';

/** One finding from end to end: what, where, why it matters, what to do, what it reaches. */
export function drawExplanation(canvas: Canvas, { finding, component, paths, steps }: Explanation): string[] {
  const subject = finding.component ?? finding.subject;
  const block = (title: string, text: string | undefined) =>
    text ? ['', heading(canvas, title), ...drawParagraph(canvas, { text, indent: 2, maxLines: 20 })] : [];
  return [
    titleLine(canvas, finding),
    ...drawParagraph(canvas, { text: finding.title, indent: 2, maxLines: 4 }),
    '',
    ...facts(canvas, finding, subject),
    ...finding.locations.slice(0, 10).map((location, at) => fact(canvas, at === 0 ? 'where' : '', locationText(location))),
    ...block('WHY IT MATTERS', finding.why),
    ...block('WHAT TO DO', remedyOf(finding, steps)),
    // The reason of an advisory's finding already names the range; a rule's finding has none.
    ...(finding.match && !finding.why.includes(finding.match.range)
      ? block('WHY IT MATCHED', `${component?.name ?? ''}: ${finding.match.range}, decided by ${finding.match.event}`)
      : []),
    ...reach(canvas, finding),
    ...(paths.length === 0
      ? []
      : [
          '',
          heading(canvas, 'EXPOSURE PATHS'),
          ...toldPaths(paths, canvas.directory, canvas.report.graph)
            .slice(0, 5)
            .flatMap((told) => drawPath(canvas, told)),
        ]),
    ...(finding.references.length === 0 ? [] : ['', heading(canvas, 'READ MORE')]),
    ...finding.references.slice(0, 8).map((reference) => drawLine(canvas, 2, [{ text: reference, role: 'faint' }])),
  ];
}

/** The finding's own fix, and the step of "Do first" only if it says more than that fix. */
function remedyOf({ fix, fixed_version: fixed }: Finding, steps: Explanation['steps']): string {
  const [step] = steps;
  if (
    !step ||
    step.findings.length < 2 ||
    (fixed !== undefined && (step.action.includes(` to ${fixed}`) || step.action.includes(` to v${fixed}`)))
  )
    return fix;
  const how = step.command === undefined ? '' : `: ${step.command}`;
  return step.action.includes(fix) ? fix : `${fix.replace(/\.?$/, '.')} With all that is wrong there: ${step.action}${how}`;
}

function titleLine(canvas: Canvas, finding: Finding): string {
  const mark = finding.kind === 'malicious' ? 'malicious' : finding.severity;
  const spans: StyledText[] = [
    { text: `${canvas.signs.marks[mark]} ${severityWord(finding).toUpperCase()}  `, role: mark },
    { text: finding.id, role: 'strong' },
  ];
  if (finding.kev === 'listed') spans.push({ text: '  KEV', role: 'badge' });
  if (finding.suppressed) spans.push({ text: `  suppressed by ${finding.suppressed.by}: ${finding.suppressed.reason}`, role: 'faint' });
  return drawLine(canvas, 0, spans);
}

function facts(canvas: Canvas, finding: Finding, subject: string | undefined): string[] {
  const rows: [string, string | undefined][] = [
    ['kind', `${kindWord(finding.kind)}, confidence ${finding.confidence}`],
    ['about', subject === undefined ? undefined : canvas.directory.label(subject)],
    ['score', finding.score === undefined ? undefined : `${finding.score.toFixed(1)}  ${finding.vector ?? ''}`],
    ['EPSS', finding.epss && epssText(finding.epss)],
    ['fixed in', finding.fixed_version],
    ['also', finding.aliases.join(', ')],
    ['finding', finding.fingerprint],
  ];
  return rows.flatMap(([label, text]) => (text ? [fact(canvas, label, text)] : []));
}

function reach(canvas: Canvas, { blast_radius: radius }: Finding): string[] {
  const rows = Object.entries({ servers: radius?.servers, agents: radius?.agents, credentials: radius?.credentials, tools: radius?.tools });
  const lines = rows.flatMap(([label, refs]) =>
    refs && refs.length > 0 ? [fact(canvas, label, refs.map((ref) => canvas.directory.label(ref)).join(', '))] : [],
  );
  return lines.length === 0 ? [] : ['', heading(canvas, 'WHAT IT REACHES'), ...lines];
}

function heading(canvas: Canvas, text: string): string {
  return drawLine(canvas, 0, [{ text, role: 'heading' }]);
}

function fact(canvas: Canvas, label: string, text: string): string {
  return drawLine(canvas, 2, [{ text: label.padEnd(12), role: 'faint' }, text]);
}
