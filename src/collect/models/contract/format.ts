import type { ModelObservation } from '../../../model/ai-evidence.js';
import type { Budget } from './budget.js';
import type { ByteSource } from './source.js';

/** One format of model files. A scanner only observes; the rules of detect/models judge the observations. */
export interface FormatScanner {
  /** Name of the format as reports show it: `safetensors`, `gguf`. */
  readonly id: string;
  /**
   * True when the content (`head`: its first 64 KiB) has this format; `name` only breaks ties. A file may have several
   * formats.
   */
  sniff(head: Buffer, name: string, source: ByteSource): boolean;
  scan(input: ScanInput): void;
}

/** One file or member to scan, with functions to report to. */
export interface ScanInput {
  readonly source: ByteSource;
  /** Name of the file or member, with its folders: `data.pkl`, `assets/vocabulary.txt`. */
  readonly name: string;
  /** Names of the enclosing members, outermost first, joined with `!`; absent for the file itself. */
  readonly member?: string;
  /** Number of containers around it: 0 for the file itself. */
  readonly depth: number;
  readonly budget: Budget;
  /** Adds an observation; the scan sets `member` if it is absent. Equal ones are kept once. */
  observe(observation: ModelObservation): void;
  /** Reports why (part of) this content could not be judged; the file then never counts as safe. */
  unread(reason: string): void;
  /**
   * Scans an embedded file with all scanners, one level deeper. `sole`: it is the only content, so it must be of a
   * known format.
   */
  nested(name: string, source: ByteSource, sole?: boolean): void;
  /** Sets the format of the whole file; members cannot change it. The last call of the file's own scanners wins. */
  setFormat(format: string): void;
}
