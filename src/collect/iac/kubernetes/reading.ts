import { failureOf } from '../../../support/contain.js';
import { InputError } from '../../../support/errors.js';
import { type BlockLines, ignoresIn } from '../../ignore-comments.js';
import type { SourceFile } from '../../reader.js';
import type { IacFileOutcome, IacFiles, IacReading } from '../contract/iac-reader.js';
import { readYaml } from '../yaml/read-yaml.js';
import { ObjectList } from './objects.js';

type Issue = IacReading['issues'][number];

/** What was read so far of one folder. Paths are relative to the folder; places in values are those of reports. */
export class Reading {
  readonly objects = new ObjectList();
  readonly issues: Issue[] = [];
  private readonly said = new Set<string>();
  private readonly outcomes = new Map<string, IacFileOutcome['outcome']>();

  constructor(readonly files: IacFiles) {}

  /** What became of a file; the worst outcome counts. */
  outcome(path: string, outcome: IacFileOutcome['outcome']): void {
    const before = this.outcomes.get(path);
    if (before === undefined || WORST.indexOf(outcome) > WORST.indexOf(before)) this.outcomes.set(path, outcome);
  }

  /** Comments of a file that set rules aside; one above an object speaks for all of it. */
  comments(text: string, path: string, objects: readonly BlockLines[]): void {
    for (const ignore of ignoresIn(text, path, objects)) this.objects.ignores.push(ignore);
  }

  /** Says an issue once, however many overlays render what has it. */
  issue(issue: Issue): void {
    const key = [issue.path, issue.line, issue.kind, issue.reason].join('\n');
    if (this.said.has(key)) return;
    this.said.add(key);
    this.issues.push(issue);
  }

  /** Runs a step of one file; where it throws, the file failed and the others are still read. */
  contained(path: string, step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const { kind, reason } = failureOf(error);
      this.issue({ path, kind, reason, ...(error.line !== undefined && { line: error.line }) });
      this.outcome(path, 'failed');
    }
  }

  result(): IacReading {
    return {
      resources: this.objects.resources,
      ignores: this.objects.ignores,
      files: [...this.outcomes].map(([path, outcome]) => ({ path, outcome })).sort((a, b) => (a.path < b.path ? -1 : 1)),
      issues: this.issues,
    };
  }
}

const WORST: readonly IacFileOutcome['outcome'][] = ['empty', 'scanned', 'truncated', 'unsupported', 'failed'];

/** Reads the manifests of one file that nothing else renders. */
export function readManifest(reading: Reading, path: string, file: SourceFile): void {
  const text = file.text();
  const { documents, issues } = readYaml(text, file.path);
  let objects = 0;
  for (const document of documents) objects += reading.objects.add(document, file.path);
  // Other files have an `apiVersion` or a `kind` of their own; they are nobody's manifest.
  if (objects === 0 && documents.length > 0 && issues.length === 0) return;
  reading.comments(text, file.path, documents);
  for (const issue of issues) reading.issue({ ...issue, path });
  const broken = issues.some(({ kind }) => kind === 'unparsable');
  reading.outcome(path, broken ? (objects > 0 ? 'truncated' : 'failed') : documents.length === 0 ? 'empty' : 'scanned');
}
