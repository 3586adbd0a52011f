import { failureOf } from '../../support/contain.js';
import { InputError } from '../../support/errors.js';
import { inTurns, Turns } from '../../support/turns.js';
import type { Files } from '../../system/files.js';
import { parseGitignore } from '../gitignore.js';
import { isRecognised, recognisedOf } from '../lockfiles/recognised.js';
import type { InventoryBuilder, ResultOrigin } from '../merge.js';
import type { LockfileReader, ReadResult } from '../reader.js';
import { DiskSource, FolderContext, type Root } from '../source-file.js';
import { Walk, type WalkedFile, type WalkTally } from '../walk.js';
import { type Candidate, coverage } from './coverage.js';
import { hasPlaceholder, TEMPLATE, withoutPlaceholders } from './placeholders.js';
import { RECOGNISED_BYTES, readerFor, readerOfNamed, readersOf } from './readers.js';

export interface CollectOptions {
  excluded(path: string): boolean;
  /** False: files that `.gitignore` names are read as well. */
  gitignore: boolean;
  /** Further files of the walk that another collector reads; a promise is awaited before the next file. */
  also?: { wants(path: string): boolean; take(file: WalkedFile): void | Promise<unknown> };
  /** Called for each file that was read, to show progress. */
  onFile?: (path: string) => void;
  /** Yields to other work, so that abort signals take effect. */
  turns?: Turns;
}

/** How to pin the versions that a lock itself leaves open. */
const LOCK_ANEW = 'write the lock anew with its package manager';

/** Collects packages of one target into a builder. */
export class PackageCollector {
  private readonly turns: Turns;

  constructor(
    private readonly files: Files,
    private readonly builder: InventoryBuilder,
    private readonly options: CollectOptions,
  ) {
    this.turns = options.turns ?? new Turns();
  }

  /** Reads every lockfile, manifest, SBOM and package database below a folder. Returns what the walk skipped. */
  async folder(root: Root): Promise<WalkTally> {
    const { also, excluded, gitignore } = this.options;
    const isPackages = ofLast((path) => readersOf(path).length > 0 || isRecognised(path));
    const wanted = (path: string) => isPackages(path) || (also?.wants(path) ?? false);
    const walk = new Walk(this.files, root.absolute, { excluded, wanted, ...(gitignore && { parseGitignore }) });
    const candidates: Candidate[] = [];
    for (const file of walk.run()) {
      if (this.turns.isOver) await this.turns.pass();
      if (!file.skipped) {
        const work = also?.take(file);
        if (work) await work;
      }
      if (!isPackages(file.path)) continue;
      if (file.skipped) this.skipped(root, file);
      else candidates.push(this.candidate(root, file));
    }
    await this.readAll(root, candidates);
    for (const { path, kind, reason } of walk.tally.problems) {
      this.builder.fail({ collector: 'walk', path: root.prefix + path, ecosystem: '', named: false }, 'failed', { kind, reason });
    }
    return walk.tally;
  }

  /** True for a name that some reader of packages reads, or that is known to be one of theirs. */
  knows(path: string): boolean {
    return readersOf(path, true).length > 0 || isRecognised(path);
  }

  /** Reads one file that the user named. Throws InputError when no reader can read it. */
  async file(root: Root, path: string): Promise<void> {
    const candidate = this.candidate(root, { path, absolute: `${root.absolute}/${path}` }, true);
    if (!candidate.reader) {
      const hint = recognisedOf(path)?.hint;
      this.builder.fail(this.origin(root, candidate, true), 'unsupported', {
        kind: 'unsupported_format',
        reason: `neither its content nor its name is of a format we read; ${hint ?? 'give it the name that its tool gives it'}`,
      });
      return;
    }
    await this.read(root, candidate, true);
  }

  private candidate(root: Root, file: WalkedFile, named = false): Candidate {
    const source = new DiskSource(this.files, root.prefix + file.path, file.absolute);
    return { path: file.path, source, reader: named ? chooseNamed(file.path, source) : chooseWalked(file.path, source) };
  }

  /** Locks are read before manifests, because a lock states which manifests it covers. */
  private async readAll(root: Root, candidates: readonly Candidate[]): Promise<void> {
    const covered = coverage(candidates);
    for (const kind of ['lock', 'manifest'] as const) {
      for (const candidate of candidates) {
        if (candidate.reader?.kind !== kind || covered.covers(candidate)) continue;
        const result = await this.read(root, candidate, false);
        if (result) covered.note(candidate, result);
      }
    }
    for (const candidate of candidates) if (!candidate.reader && !covered.covers(candidate)) this.unsupported(root, candidate);
  }

  private async read(root: Root, candidate: Candidate, named: boolean): Promise<ReadResult | undefined> {
    const { reader, source } = candidate;
    if (!reader) return undefined;
    if (this.turns.isOver) await this.turns.pass();
    this.options.onFile?.(source.path);
    const slash = candidate.path.lastIndexOf('/');
    const context = new FolderContext(this.files, root, slash === -1 ? '' : candidate.path.slice(0, slash));
    const origin = this.origin(root, candidate, named);
    try {
      const pending = reader.read(source, context);
      const read = pending instanceof Promise ? await pending : pending;
      if (this.turns.isOver) await this.turns.pass();
      const result = reader.kind === 'manifest' ? withoutPlaceholders(read, () => source.text()) : read;
      await inTurns(this.builder.addSteps(origin, result), this.turns);
      return result;
    } catch (error) {
      if (
        error instanceof InputError &&
        reader.kind === 'manifest' &&
        !named &&
        error.issue === 'unparsable' &&
        hasPlaceholder(source.text(), error.line)
      ) {
        this.builder.fail(origin, 'skipped', { ...TEMPLATE, ...(error.line !== undefined && { line: error.line }) });
        return undefined;
      }
      const failure = failureOf(error);
      // A file that was chosen only by its name, and whose content shows another format, is not reported.
      const isOther = !named && failure.kind === 'unsupported_format';
      const isUnknown = failure.kind === 'unsupported_version' || failure.kind === 'unsupported_format';
      const outcome = isOther ? 'skipped' : isUnknown ? 'unsupported' : 'failed';
      this.builder.fail(origin, outcome, isOther ? { ...failure, note: true } : failure);
      return undefined;
    }
  }

  private unsupported(root: Root, candidate: Candidate): void {
    const known = recognisedOf(candidate.path);
    if (!known) return;
    const reason = `${known.title} is recognised but not read without its lockfile${known.hint ? `; ${known.hint}` : ''}`;
    this.builder.fail(this.origin(root, candidate, false), 'unsupported', { kind: 'unsupported_format', reason, note: true });
  }

  private skipped(root: Root, file: WalkedFile): void {
    if (file.skipped === 'link') return;
    this.builder.fail({ collector: 'walk', path: root.prefix + file.path, ecosystem: '', named: false }, 'skipped');
  }

  private origin(root: Root, candidate: Candidate, named: boolean): ResultOrigin {
    const { reader } = candidate;
    return {
      collector: reader?.id ?? 'walk',
      path: root.prefix + candidate.path,
      ecosystem: reader?.ecosystem ?? '',
      named,
      resolveHint: reader?.resolveHint ?? LOCK_ANEW,
    };
  }
}

/** Remembers the answer for the last path: the walk asks first, then whoever takes the file. */
function ofLast(ask: (path: string) => boolean): (path: string) => boolean {
  let last: { path: string; answer: boolean } | undefined;
  return (path) => {
    if (last?.path !== path) last = { path, answer: ask(path) };
    return last.answer;
  };
}

/**
 * When the head is unreadable or no reader recognises it, the first reader by name is taken; its error then gives the
 * reason.
 */
function chooseWalked(path: string, source: DiskSource): LockfileReader | undefined {
  const readers = readersOf(path);
  const [first] = readers;
  if (readers.length < 2 && first?.sniff === undefined) return first;
  return headed(() => readerFor(readers, () => source.head())) ?? first;
}

function chooseNamed(path: string, source: DiskSource): LockfileReader | undefined {
  return headed(() => readerOfNamed(path, () => source.head(RECOGNISED_BYTES))) ?? readersOf(path, true)[0];
}

function headed(choose: () => LockfileReader | undefined): LockfileReader | undefined {
  try {
    return choose();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
