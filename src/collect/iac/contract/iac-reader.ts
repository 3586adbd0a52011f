import type { IacFormat, IacResource, InlineIgnore } from '../../../model/iac.js';
import type { ReadIssue, SourceFile } from '../../reader.js';

/** The files of one scanned folder, as a reader of infrastructure code may open them. Nothing outside of the folder can be opened. */
export interface IacFiles {
  /** Paths, relative to the folder, that the walk gave to this reader, sorted. */
  readonly own: readonly string[];
  /** Any file of the folder: includes, values, modules. Undefined: there is none. Throws InputError where it cannot be read. */
  open(path: string): SourceFile | undefined;
  /** Names in a folder of the tree, sorted; folders end in `/`. */
  list(folder: string): readonly string[];
}

/** What became of one file. */
export interface IacFileOutcome {
  path: string;
  /** `skipped`: it is no infrastructure code as it stands, a template of one for example. */
  outcome: 'scanned' | 'empty' | 'failed' | 'truncated' | 'unsupported' | 'skipped';
}

export interface IacReading {
  resources: IacResource[];
  /** Comments of every file that was read. */
  ignores: InlineIgnore[];
  /** One for each own file that is of this format, also for those that another one includes. */
  files: IacFileOutcome[];
  /** `path` is relative to the folder. */
  issues: (ReadIssue & { path: string })[];
}

/**
 * Reads one family of formats. It evaluates what the tree holds and leaves the rest unknown; it opens nothing but through `files`, runs
 * nothing, and takes time and memory linear in what it reads. What it cannot read is an issue and an outcome of that file, and the other
 * files are still read.
 */
export interface IacReader {
  read(files: IacFiles): Promise<IacReading>;
}

/** What tells the files of a reader from others; its code is loaded when the walk meets one. */
export interface IacReaderEntry {
  readonly id: string;
  readonly formats: readonly IacFormat[];
  /** For docs: `Dockerfile, Containerfile, *.dockerfile`. */
  readonly title: string;
  /** Called for every file of a walk; looks at the path only. */
  matches(path: string): boolean;
  /** For names that other files share (`*.yaml`, `*.json`): tests the first 4 KiB after `matches` was true. */
  sniff?(head: string, path: string): boolean;
  load(): Promise<IacReader>;
}
