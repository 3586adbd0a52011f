import type { Confidence } from '../../../model/finding.js';
import type { Severity } from '../../../model/severity.js';
import type { TextDocument } from '../reading/document.js';
import type { Statement } from '../reading/statement.js';

/** A rule met in a statement, and the features that made it. */
export interface Detection {
  rule: string;
  features: readonly string[];
  severity?: Severity;
  /** Why the severity is lower than the words alone would have it. */
  lowered?: string;
  confidence?: Confidence;
  /** The words that weighed most, where no rule names the reason. */
  words?: readonly string[];
}

/** One check of one statement. It sees mentions and bans in the statement; most checks leave those alone before. */
export type TextCheck = (statement: Statement, document: TextDocument) => Detection | undefined;

/** A sighting of a rule by its features. */
export function seen(rule: string, ...features: string[]): Detection {
  return { rule, features };
}

/** A sighting and the statement it was made in. */
export interface StatementDetection {
  sighting: Detection;
  statement: Statement;
}
