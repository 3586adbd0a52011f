import type { Verdict } from '../../model/verdict.js';
import { remarksOf } from '../words.js';
import { type Canvas, drawLine, drawParagraph, fitting, type StyledText } from './canvas.js';
import type { TextStyle } from './paint.js';
import { isListed, NOT_READ } from './problems.js';

const ROLES: Record<Verdict['outcome'], TextStyle> = { clean: 'good', findings: 'warn', blocked: 'bad', incomplete: 'bad', empty: 'warn' };

/**
 * Gates and warnings, then the verdict as the last line. Whatever the program prints itself below the report is left
 * out here.
 */
export function drawVerdict(canvas: Canvas): string[] {
  const { verdict, posture } = canvas.report;
  const { signs, options } = canvas;
  const role = ROLES[verdict.outcome];
  const sign = role === 'good' ? signs.good : role === 'bad' ? signs.bad : signs.warn;
  const remarks = options.lastLineFollows ? [] : [...remarksOf(verdict), ...verdict.warnings];
  const gates = options.lastLineFollows ? verdict.gates.slice(1) : verdict.gates;
  const grade = `grade ${posture.grade}: ${posture.reason}`;
  const head: StyledText[] = [
    { text: `${sign} ${verdict.outcome.toUpperCase()}`, role },
    { text: `  exit ${verdict.exit_code}`, role: 'strong' },
  ];
  const line: StyledText[] = [...head, { text: `  ${grade}`, role: 'faint' }];
  const fits = fitting(canvas, 0, line).length === line.length;
  return [
    '',
    ...gates.flatMap((match) => {
      const reason = isListed(canvas.report, match) ? `see ${NOT_READ}` : match.reason;
      return drawParagraph(canvas, { text: `gate ${match.gate}: ${reason}`, indent: 2, role: 'bad' });
    }),
    ...remarks.flatMap((text) => drawParagraph(canvas, { text, indent: 2, role: 'warn' })),
    ...(fits ? [] : drawParagraph(canvas, { text: grade, indent: 2, role: 'faint' })),
    drawLine(canvas, 0, fits ? line : head),
  ];
}
