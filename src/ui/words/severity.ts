import type { Answer } from '../client/call.js';

export type Severity = Answer<'getFinding'>['severity'];

/** Worst first, each with a shape, because colour alone says nothing to many. */
export const severityShapes: Readonly<Record<Severity, string>> = {
  critical: '◆',
  high: '▲',
  medium: '■',
  low: '●',
  none: '○',
  unknown: '?',
};

export const severities = Object.keys(severityShapes) as Severity[];

/** The severity that a text names. */
export function severityOf(text: string | null | undefined): Severity | undefined {
  return severities.find((one) => one === text);
}
