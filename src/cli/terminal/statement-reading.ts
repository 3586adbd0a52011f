import type { StatementFrame, StatementReading, WordsByConcept } from '../../detect/asked/statement-reading.js';
import { drawLine, drawParagraph, type Surface } from '../../report/console/canvas.js';

/** What was read in each statement: its line and words, and below them a row for each kind of sign. */
export function drawReadings(surface: Surface, readings: readonly StatementReading[]): string[] {
  if (readings.length === 0) return [drawLine(surface, 0, ['no statement with an act, a sign of hiding or a finding'])];
  return readings.flatMap((reading, at) => [...(at === 0 ? [] : ['']), ...drawReading(surface, reading)]);
}

const NAME_WIDTH = 14;

function drawReading(surface: Surface, reading: StatementReading): string[] {
  const { line, text, destinations, negated, framing, findings, lowered, frame, opinion, advice } = reading;
  const rows: [string, string][] = [
    ['acts', shown(reading.acts)],
    ['objects', shown(reading.objects)],
    ['manner', shown(reading.manner)],
    ['destinations', destinations.join(', ')],
    ['negated', negated.join(', ')],
    ['framing', framing.join(', ')],
    ['frame', frame ? frameShown(frame) : ''],
    ['opinion', opinion ? `${opinion.log_odds}${opinion.words.length > 0 ? ` by ${opinion.words.join(', ')}` : ''}` : ''],
    ['findings', findings.map(({ rule, severity }) => `${rule} ${severity}`).join(', ')],
    ['lowered', lowered.map(({ rule, severity, to }) => `${rule} ${severity} → ${to}`).join(', ')],
    ['instead', advice.join(' ')],
  ];
  return [
    drawLine(surface, 0, [{ text: `line ${line}  `, role: 'strong' }, text]),
    ...rows.flatMap(([name, value]) => (value === '' ? [] : drawParagraph(surface, { text: name.padEnd(NAME_WIDTH) + value, indent: 2 }))),
  ];
}

function frameShown({ act, verb, object, destination, polarity, speaker, conditional }: StatementFrame): string {
  const whom = speaker === 'text' ? '' : ', said by others';
  const goes = destination === undefined ? '' : ` to ${destination}`;
  return `${act} (${verb}) ${object.join(' + ')}${goes}: ${polarity}${whom}${conditional ? ', if the user wishes' : ''}`;
}

function shown(words: WordsByConcept): string {
  return Object.entries(words)
    .map(([concept, list]) => `${concept}: ${list.join(', ')}`)
    .join('; ');
}
