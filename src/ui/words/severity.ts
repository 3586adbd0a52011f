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
