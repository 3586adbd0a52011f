import type { Environment } from '../../config/environment.js';
import type { ScanReport } from '../../model/report.js';
import type { Secret } from '../../support/redact.js';
import type { Http } from '../../system/http.js';
import type { Io } from '../terminal/console-io.js';
import type { CiOutputs } from './outputs.js';

/** A system that runs jobs, as the registry lists it. */
export interface CiSystemEntry {
  readonly id: string;
  readonly title: string;
  /** Variables by which the system itself hands inputs begin with this: `INPUT_`. `SERVICE_CI_` is read everywhere. */
  readonly inputPrefix?: string;
  /** True in the environment of one of its jobs. */
  detect(environment: Environment): boolean;
  load(): Promise<{ open(job: CiJob): CiSystem }>;
}

/** What a system gets to work with. */
export interface CiJob {
  environment: Environment;
  /** Folder that paths of outputs are relative to: the one that the job runs in. */
  workspace: string;
  io: Io;
  /** Loads its library with the first request. */
  http: Http;
  /** The `comment-name` input: tells what two jobs write apart; may be empty. */
  name: string;
  /** The `api-url` input. */
  api: string | undefined;
  /** The `token` input; each system knows where else one may be. */
  token: Secret | undefined;
  /** True when no connection may be opened. */
  isOffline: boolean;
  /** Milliseconds since the epoch. */
  clock(): number;
  signal: AbortSignal;
}

/** The pull or merge request that a job is for. */
export interface Change {
  /** As people know it: `#7`, `!7`. */
  number: number;
  targetBranch: string;
  /** Names of commits of the target branch, as git takes them, the best first: the baseline is where HEAD left the branch. Never HEAD itself. */
  bases: readonly string[];
  /** True when it comes from another repository, so that its jobs have no secrets and seldom a token that may write. */
  isFork: boolean;
}

/**
 * One job of a system. Everything but `publish` only tells: a CastellanError is printed as a line and changes no result. Methods that are
 * absent are things the system has no place for.
 */
export interface CiSystem {
  /** Undefined: the job is for no pull request. Throws CastellanError when what the system says of it cannot be read. */
  change(): Change | undefined;
  /** The file that later steps read the outputs from, where that is the system's way, or where the job names one. */
  readonly outputsFile?: OutputsFile;
  /** Hands the outputs to later steps; once, at the end. Throws OperationalError. */
  publish?(outputs: CiOutputs): void;
  /** A line of the log as plain text: what the system would take for a command is broken up. */
  plain?(line: string): string;
  /** Shows findings at their lines. Paths of the report are relative to the workspace. */
  annotate?(report: ScanReport): Promise<void>;
  /** Shows the report beside the job; `markdown` renders it in at most so many characters. */
  summarize?(markdown: Markdown): Promise<void>;
  /** The comments of a change. Throws OperationalError, such as for a token that is not there. */
  comments?(change: Change): Promise<Comments>;
}

/** How a system reads outputs from a file. */
export interface OutputsFile {
  /** From the workspace, where the job names no other. */
  name: string;
  /** How a value is written after the name and `=`; absent: as it is. */
  value?(text: string): string;
}

/** The report as Markdown in at most so many characters; `plain`: without HTML among it. */
export type Markdown = (maxLength: number, plain?: boolean) => string;

/** A comment of ours. */
export interface Comment {
  id: string;
  text: string;
}

/** The comments of one change, through one door: what a comment is and which is ours is decided in `comment.ts`. */
export interface Comments {
  /** Characters that a comment may have. */
  readonly maxLength: number;
  /** True where HTML is no part of Markdown, and is shown as it is written. */
  readonly showsHtml?: boolean;
  /** Comments by whom the token belongs to, oldest first; nobody else's is ever edited. */
  own(): AsyncIterable<Comment>;
  create(text: string): Promise<void>;
  /** False: it is no longer there. */
  edit(id: string, text: string): Promise<boolean>;
  remove(id: string): Promise<void>;
}
