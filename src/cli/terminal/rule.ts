import { type RuleInfo, ruleFamilies } from '../../detect/contract/rule.js';
import { familyTitles } from '../../detect/rule-catalogue.js';
import { drawLine, drawParagraph, drawSection, type Surface } from '../../report/console/canvas.js';
import type { RuleExamples, Sample } from '../../system/guide-files.js';

/** Rules under the heading of their family, one line each. */
export function drawRules(surface: Surface, rules: readonly RuleInfo[]): string[] {
  const width = Math.min(36, Math.max(8, ...rules.map((rule) => rule.id.length)) + 2);
  const sections = ruleFamilies.flatMap((family) => {
    const own = rules.filter((rule) => rule.family === family);
    const title = `${familyTitles[family].toUpperCase()} (${own.length})`;
    return drawSection(
      surface,
      title,
      own.map((rule) => ruleLine(surface, rule, width)),
    );
  });
  return sections.slice(1);
}

function ruleLine(surface: Surface, { id, severity, title }: RuleInfo, width: number): string {
  const mark = { text: `${surface.signs.marks[severity]} ${severity.padEnd(9)}`, role: severity };
  return drawLine(surface, 1, [mark, { text: id.padEnd(width), role: 'strong' }, title]);
}

/** Everything about one rule, with its examples where the build has them. */
export function drawRule(surface: Surface, rule: RuleInfo, examples?: RuleExamples): string[] {
  const block = (title: string, text: string) => [
    '',
    drawLine(surface, 0, [{ text: title, role: 'heading' }]),
    ...drawParagraph(surface, { text, indent: 2, maxLines: 20 }),
  ];
  return [
    drawLine(surface, 0, [
      { text: `${surface.signs.marks[rule.severity]} ${rule.severity.toUpperCase()}  `, role: rule.severity },
      { text: rule.id, role: 'strong' },
    ]),
    ...drawParagraph(surface, { text: rule.title, indent: 2 }),
    drawLine(surface, 2, [{ text: `${familyTitles[rule.family]}, confidence ${rule.confidence}`, role: 'faint' }]),
    ...block('WHY IT MATTERS', rule.rationale),
    ...(examples ? [...drawSample(surface, 'BAD', examples.bad), ...drawSample(surface, 'GOOD', examples.good)] : []),
    ...block('WHAT TO DO', rule.fix),
    ...block('READ MORE', rule.references.join(', ')),
  ];
}

/** One side of the example, its lines as they stand; the line that a finding names has a mark. */
function drawSample(surface: Surface, title: string, { file, text, line, note }: Sample): string[] {
  const where = [file, note].filter((part) => part !== undefined).join(', ');
  const lines = text
    .split('\n')
    .map((each, at) => drawLine(surface, 1, [{ text: title === 'BAD' && at + 1 === line ? '> ' : '  ', role: 'faint' }, each]));
  return [
    '',
    drawLine(surface, 0, [
      { text: title, role: 'heading' },
      { text: where === '' ? '' : `  ${where}`, role: 'faint' },
    ]),
    ...lines,
  ];
}
