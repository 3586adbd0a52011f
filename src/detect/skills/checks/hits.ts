import type { BundleFile, SkillBundle } from '../../../model/ai-evidence.js';
import type { Confidence } from '../../../model/finding.js';
import type { Severity } from '../../../model/severity.js';
import type { Subject } from '../../text/reading/document.js';
import type { FlowEvent } from '../flow/events.js';
import type { CodeUnit } from './units.js';

/** A rule met at a place of a bundle. */
export interface BundleHit {
  rule: string;
  file: BundleFile;
  /** 1-based. */
  line?: number;
  /** Words of the source or a description of what flows where; quoted before it is shown. */
  evidence: string;
  severity?: Severity;
  confidence?: Confidence;
}

/** A piece of code, what it does, and whom it belongs to. */
export interface TracedCode {
  unit: CodeUnit;
  events: readonly FlowEvent[];
  subject: Subject;
  bundle: SkillBundle;
}

/** What a check of an event says: rule, words, and the severity when it is not the rule's own. */
export interface CodeHit {
  rule: string;
  at: number;
  evidence: string;
  severity?: Severity;
  confidence?: Confidence;
}

/** One check over all events of one piece of code. */
export type FlowCheck = (code: TracedCode) => Iterable<CodeHit>;
