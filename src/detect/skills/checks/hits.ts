import type { BundleFile, SkillBundle } from '../../../model/ai-evidence.js';
import type { Confidence } from '../../../model/finding.js';
import type { Severity } from '../../../model/severity.js';
import type { Subject } from '../../text/reading/document.js';
import type { FlowEvent } from '../flow/events.js';
import type { CodeUnit } from './code-unit.js';

/** A match of a rule at a place of a bundle. */
export interface BundleHit {
  rule: string;
  file: BundleFile;
  /** 1-based. */
  line?: number;
  /** Words of the source, or a description of the data flow; quoted before they are shown. */
  evidence: string;
  /** What is read in words of a text, as a sentence; may be empty. */
  reason?: string;
  severity?: Severity;
  confidence?: Confidence;
  /** True when another file of the bundle does it, which this one starts or imports. */
  elsewhere?: true;
}

/** A piece of code with its effects and the bundle it belongs to. */
export interface TracedCode {
  unit: CodeUnit;
  events: readonly FlowEvent[];
  subject: Subject;
  bundle: SkillBundle;
}

/** The result of checking an event: rule, words, and the severity if it differs from the rule's. */
export interface CodeHit {
  rule: string;
  at: number;
  evidence: string;
  severity?: Severity;
  confidence?: Confidence;
}

/** A check over all events of one piece of code. */
export type FlowCheck = (code: TracedCode) => Iterable<CodeHit>;
