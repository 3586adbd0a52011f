import type { Verdict } from '../../model/verdict.js';
import { type Canvas, drawLine, drawParagraph } from './canvas.js';
import type { Role } from './paint.js';

const ROLES: Record<Verdict['outcome'], Role> = { clean: 'good', findings: 'warn', blocked: 'bad', incomplete: 'bad', empty: 'warn' };

/** Gates and warnings, then the verdict itself as last line. */
export function drawVerdict(canvas: Canvas): string[] {
  const { verdict, posture } = canvas.report;
  const { signs } = canvas;
  const role = ROLES[verdict.outcome];
  const sign = role === 'good' ? signs.good : role === 'bad' ? signs.bad : signs.warn;
  const stated = new Set(verdict.gates.map((match) => match.reason));
  const reasons = verdict.reasons.filter((reason) => !stated.has(reason));
  return [
    '',
    ...verdict.gates.flatMap((match) => drawParagraph(canvas, { text: `gate ${match.gate}: ${match.reason}`, indent: 2, role: 'bad' })),
    ...[...reasons, ...verdict.warnings].flatMap((text) => drawParagraph(canvas, { text, indent: 2, role: 'warn' })),
    drawLine(canvas, 0, [
      { text: `${sign} ${verdict.outcome.toUpperCase()}`, role },
      { text: `  exit ${verdict.exit_code}`, role: 'strong' },
      { text: `  grade ${posture.grade}: ${posture.reason}`, role: 'faint' },
    ]),
  ];
}
