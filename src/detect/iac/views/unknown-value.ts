import type { IacUnknown, SourcePlace } from '../../../model/iac.js';

/** A value that nobody could evaluate. */
export function unknownValue(expression: string, at: SourcePlace, refersTo: readonly string[] = []): IacUnknown {
  return { kind: 'unknown', expression, at, ...(refersTo.length > 0 && { refersTo }) };
}
