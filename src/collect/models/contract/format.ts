import type { ModelObservation } from '../../../model/ai-evidence.js';
import type { Budget } from './budget.js';
import type { ByteSource } from './source.js';

/** One format that a model file can have. A scanner observes; what an observation means is for the rules of detect/models. */
export interface FormatScanner {
  /** Name of the format as reports show it: `safetensors`, `gguf`. */
  readonly id: string;
  /** True when the content (`head`: its first 64 KiB) has this format; `name` only breaks ties. Files may have several. */
  sniff(head: Buffer, name: string, source: ByteSource): boolean;
  scan(input: ScanInput): void;
}

/** One file or member under scan, and where to report to. */
export interface ScanInput {
  readonly source: ByteSource;
  /** Name of the file or member, with its folders: `data.pkl`, `assets/vocabulary.txt`. */
  readonly name: string;
  /** Members on the way, outermost first, joined with `!`; absent at the file itself. */
  readonly member?: string;
  /** Containers around it: 0 at the file itself. */
  readonly depth: number;
  readonly budget: Budget;
  /** Adds an observation; the scan fills in `member` where it is absent. Equal ones are kept once. */
  observe(observation: ModelObservation): void;
  /** Says why (part of) this content could not be judged: the file is then never called safe. */
  unread(reason: string): void;
  /** Scans an embedded file with all scanners, one level deeper. `sole`: it is all there is, so it must be of a known format. */
  nested(name: string, source: ByteSource, sole?: boolean): void;
  /** Names the format of the whole file; members cannot change it. The last word of a file's own scanners stands. */
  setFormat(format: string): void;
}
