import type { RegistrySetting } from '../../../../model/inventory.js';
import { InputError } from '../../../../support/errors.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type PackageRecord, type ReadContext, type ReadIssue, type ReadResult, type SourceFile } from '../../../reader.js';
import { addAddress, addRequirement, type RequirementContext } from './python-entries.js';
import { registrySetting } from './python-registries.js';
import { findInclude } from './requirements-include.js';
import { type RequirementsLine, requirementsLines } from './requirements-lines.js';
import { type RequirementsOption, readOption, readRequirementOptions, splitOptions } from './requirements-options.js';
import { readVia } from './requirements-via.js';

/** After this many issues a file is considered something other than a requirements file. */
const MAX_INVALID = 100;

/** The file of a line, and how that file was included. */
interface Place {
  file: SourceFile;
  folder: string;
  constraint: boolean;
}

/**
 * One requirements file with all its includes, each file once, so that loops end. Constraints pin packages that are
 * required elsewhere. They do not install a package that nothing requires; such entries are counted in a note and make
 * no package.
 */
export class RequirementsReading {
  readonly result: ReadResult = emptyResult();
  private readonly registries: RegistrySetting[] = [];
  private readonly seen = new Set<string>();
  private readonly consumed = new Set<string>();
  private readonly parents: { record: PackageRecord; parents: string[] }[] = [];
  /** The packages that constraints pin to one version. */
  private readonly pinned = new Set<PackageRecord>();
  private invalid = 0;

  constructor(
    private readonly main: SourceFile,
    private readonly context: ReadContext,
    /** Fields that every requirement gets, whichever file it is in. */
    private readonly around: RequirementContext = {},
  ) {}

  /** Reads the file and all its includes. Throws InputError when none of its lines is a line of a requirements file. */
  read(): ReadResult {
    this.file({ file: this.main, folder: '', constraint: false });
    return this.finish();
  }

  /** Reads one line of a list that another file holds (the pip part of a conda environment). */
  line(text: string, line: number | undefined): void {
    const place = { file: this.main, folder: '', constraint: false };
    for (const entry of requirementsLines(text)) this.entry(place, { ...entry, line: line ?? entry.line });
  }

  /** Applies constraints and lists the files that were read. Call it last. */
  finish(): ReadResult {
    this.applyConstraints();
    this.addEdges();
    if (this.registries.length > 0) this.result.registries = this.registries;
    if (this.consumed.size > 0) this.result.consumed = [...this.consumed].sort();
    return this.result;
  }

  /** A file may be included both as requirements and as constraints; it is then read twice. */
  private file(place: Place): void {
    const key = `${place.constraint} ${place.file.path}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const lines = requirementsLines(place.file.text());
    const before = this.invalid;
    for (const entry of lines) this.entry(place, entry);
    if (this.invalid - before === lines.length && lines.length > 0) {
      throw new InputError({ where: place.file.path, line: lines[0]?.line ?? 1, message: 'no line of it is a requirement' });
    }
  }

  /** A line is either an option or a requirement. */
  private entry(place: Place, entry: RequirementsLine): void {
    if (!entry.text.startsWith('-')) {
      this.requirement(place, entry);
      return;
    }
    const option = readOption(entry.text);
    if (option) this.option(place, entry, option);
    else this.reject(place, entry, `not an option of a requirements file: ${quoteJson(entry.text)}`);
  }

  /** A constraint without an exact version pins nothing, so it is dropped again. */
  private requirement(place: Place, { text, line, comments }: RequirementsLine): void {
    const { requirement, options } = splitOptions(text);
    const { hashes, unknown } = readRequirementOptions(options);
    const around: RequirementContext = {
      ...this.around,
      ...this.at(place, line),
      ...(hashes.length === 1 && { integrity: hashes[0] ?? '' }),
    };
    const { issues, unresolved } = this.result;
    const before = { issues: issues.length, unresolved: unresolved.length };
    const record = addRequirement(this.result, requirement, around);
    if (issues.slice(before.issues).some(({ note }) => !note)) this.count();
    if (place.constraint) unresolved.length = before.unresolved;
    if (place.constraint && record) this.pinned.add(record);
    if (record) this.annotate(record, comments);
    if (unknown.length > 0)
      this.result.issues.push({ kind: 'invalid_entry', reason: `unknown option ${quoteJson(unknown[0] ?? '')}`, ...this.at(place, line) });
  }

  /** Input files that annotations name are covered by the compiled file. */
  private annotate(record: PackageRecord, comments: readonly string[]): void {
    const via = readVia(comments, this.main.path);
    if (!via) return;
    record.direct ??= via.direct;
    this.parents.push({ record, parents: via.parents });
    for (const path of via.inputs) this.consumed.add(path);
  }

  /** Known options that do not affect what is installed are ignored. */
  private option(place: Place, { line }: RequirementsLine, { name, value }: RequirementsOption): void {
    const at = this.at(place, line);
    switch (name) {
      case '--requirement':
      case '--constraint':
        this.include(place, value, name === '--constraint', at);
        break;
      case '--editable':
        addAddress(this.result, value, { ...this.around, ...at });
        break;
      case '--index-url':
      case '--extra-index-url':
      case '--find-links': {
        const setting = registrySetting(value, place.file.path, line);
        if (setting) this.registries.push(setting);
      }
    }
  }

  /** A broken include becomes an issue; the rest of the file is still read. */
  private include(place: Place, target: string, constraint: boolean, at: RequirementContext): void {
    const found = findInclude(this.context, place.folder, target);
    if ('kind' in found) {
      this.result.issues.push({ ...found, ...at });
      return;
    }
    if (found.file.path !== this.main.path) this.consumed.add(found.file.path);
    try {
      this.file({ ...found, constraint: constraint || place.constraint });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.result.issues.push(issueOf(error, found.file.path));
    }
  }

  /** Entries of included files have their path. */
  private at(place: Place, line: number): RequirementContext {
    return place.file.path === this.main.path ? { line } : { line, path: place.file.path };
  }

  private reject(place: Place, { line }: RequirementsLine, reason: string): void {
    this.result.issues.push({ kind: 'invalid_entry', reason, ...this.at(place, line) });
    this.count();
  }

  /** Stops reading a file that is clearly something else. */
  private count(): void {
    if (++this.invalid > MAX_INVALID)
      throw new InputError({ where: this.main.path, message: `more than ${MAX_INVALID} lines are no requirements` });
  }

  /**
   * A package pinned by a constraint is no longer unresolved. A constraint on a package that nothing requires installs
   * nothing.
   */
  private applyConstraints(): void {
    const { result, pinned } = this;
    if (pinned.size === 0) return;
    const required = new Set(result.packages.flatMap((record) => (pinned.has(record) ? [] : [record.name])));
    for (const { name } of result.unresolved) required.add(name);
    const names = new Set([...pinned].map(({ name }) => name));
    const idle = [...pinned].filter(({ name }) => !required.has(name));
    result.packages = result.packages.filter((record) => !pinned.has(record) || required.has(record.name));
    result.unresolved = result.unresolved.filter(({ name }) => !names.has(name));
    this.noteIdle(idle);
  }

  private noteIdle([first, ...more]: readonly PackageRecord[]): void {
    if (!first) return;
    const what = more.length === 0 ? `${quoteJson(first.name)} is` : `${quoteJson(first.name)} and ${more.length} more are`;
    const reason = `${what} pinned by constraints alone and required by no line here; freeze the environment to see whether they are installed`;
    this.result.issues.push({ kind: 'unresolved', reason, note: true, ...(first.path !== undefined && { path: first.path }) });
  }

  /** Annotations list the packages that require a package; edges go in the other direction. */
  private addEdges(): void {
    const children = new Map<string, string[]>();
    for (const { record, parents } of this.parents) {
      for (const parent of parents) {
        const known = children.get(parent);
        if (known) known.push(`${record.name}@${record.version ?? ''}`);
        else children.set(parent, [`${record.name}@${record.version ?? ''}`]);
      }
    }
    for (const record of this.result.packages) {
      const dependencies = children.get(record.name);
      if (dependencies) record.dependencies = dependencies;
    }
  }
}

/** Turns the error of an included file into an issue. */
function issueOf(error: InputError, path: string): ReadIssue {
  return { kind: error.issue, reason: error.message, path, ...(error.line !== undefined && { line: error.line }) };
}
