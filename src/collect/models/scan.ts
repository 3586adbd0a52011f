import type { ModelFile, ModelObservation } from '../../model/ai-evidence.js';
import { CastellanError } from '../../support/errors.js';
import type { Files } from '../../system/files.js';
import { containerScanners } from './archive/registry.js';
import { endsAsZip } from './archive/zip-records.js';
import { Budget, LimitReached } from './contract/budget.js';
import type { FormatScanner } from './contract/format.js';
import { isArtifact } from './contract/model-paths.js';
import { type ByteSource, fileSource } from './contract/source.js';
import { formatScanners } from './formats/registry.js';
import { pickleScanner } from './pickle/scanner.js';

const HEAD = 64 * 1024;
/** Formats with a mark or a structure that other content does not have by chance. */
const MARKED = new Set(['pickle', 'zip', 'safetensors', 'gguf', 'hdf5', 'npy', 'gzip']);

/** The file that `scanModelFile` reads: the path to open, and the path as reports show it. */
export interface ModelPath {
  absolute: string;
  path: string;
}

/**
 * Reads one file as every format that its content has. Throws InputError `unreadable`; everything else is reported in
 * `unread`.
 */
export function scanModelFile(files: Files, file: ModelPath, signal?: AbortSignal): ModelFile {
  const open = files.open(file.absolute);
  try {
    return scanSource(fileSource(open), file.path, signal);
  } finally {
    open.close();
  }
}

/** Like `scanModelFile`, for bytes from any source. */
export function scanSource(source: ByteSource, path: string, signal?: AbortSignal): ModelFile {
  const scan = new FileScan(new Budget(source.size, signal), path);
  scan.run(source);
  return {
    ref: `model:${path}`,
    path,
    size: source.size,
    format: scan.format,
    observations: scan.observations,
    unread: [...scan.unread].sort(),
    artifact: isArtifact(path),
  };
}

interface Visit {
  source: ByteSource;
  name: string;
  member?: string;
  depth: number;
  /**
   * True when the content must be of a known format: for the file itself, and for the only content of a compressed
   * file.
   */
  sole: boolean;
}

class FileScan {
  readonly observations: ModelObservation[] = [];
  readonly unread = new Set<string>();
  format = 'unknown';
  private readonly seen = new Set<string>();

  constructor(
    private readonly budget: Budget,
    private readonly path: string,
  ) {}

  run(source: ByteSource): void {
    const name = this.path.slice(this.path.lastIndexOf('/') + 1);
    try {
      this.visit({ source: this.timed(source), name, depth: 0, sole: true });
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.limit(error);
    }
  }

  /**
   * Checks the time at each read. Every loop over a file reads it, so this also bounds readers whose counts come from
   * the file.
   */
  private timed(source: ByteSource): ByteSource {
    return {
      size: source.size,
      read: (offset, length) => {
        this.budget.checkTime();
        return source.read(offset, length);
      },
    };
  }

  /** Runs all scanners whose content test succeeds, one after the other. */
  private visit(visit: Visit): void {
    const { source, name, depth, member, sole } = visit;
    if (source.size === 0) {
      if (depth === 0) this.unread.add('empty file');
      return;
    }
    const head = source.read(0, HEAD);
    const fitting = scanners().filter((scanner) => scanner.sniff(head, name, source));
    if (fitting.length === 0 && sole) this.skip('content of no known model format', member);
    const several = readings(fitting, source);
    if (several !== undefined) this.observe({ kind: 'type.several', evidence: several }, member);
    for (const scanner of fitting) this.apply(scanner, visit);
  }

  private apply(scanner: FormatScanner, visit: Visit): void {
    const { depth, member } = visit;
    if (depth === 0 && this.format === 'unknown') this.format = scanner.id;
    try {
      scanner.scan({
        ...visit,
        budget: this.budget,
        observe: (observation) => this.observe(observation, member),
        unread: (reason) => this.skip(reason, member),
        nested: (name, source, sole) => this.nested(visit, { name, source, sole }),
        setFormat: (format) => {
          if (depth === 0) this.format = format;
        },
      });
    } catch (error) {
      if (error instanceof LimitReached) throw error;
      this.skip(`${scanner.id} cannot be read: ${error instanceof CastellanError ? error.message : 'malformed'}`, member);
    }
  }

  private nested(outer: Visit, { name, source, sole = false }: { name: string; source: ByteSource; sole?: boolean | undefined }): void {
    const member = outer.member === undefined ? name : `${outer.member}!${name}`;
    const depth = outer.depth + 1;
    if (depth <= this.budget.maxDepth) this.visit({ source, name, member, depth, sole });
    else {
      this.observe({ kind: 'limit.depth', evidence: `nested deeper than ${this.budget.maxDepth} levels` }, member);
      this.skip(`nested deeper than ${this.budget.maxDepth} levels`, member);
    }
  }

  private observe(observation: ModelObservation, member: string | undefined): void {
    const full = member === undefined || observation.member !== undefined ? observation : { ...observation, member };
    const { offset: _offset, ...identity } = full;
    const key = JSON.stringify(identity);
    if (this.seen.has(key)) return;
    this.budget.spendObservation();
    this.seen.add(key);
    this.observations.push(full);
  }

  private skip(reason: string, member: string | undefined): void {
    if (this.unread.size < 100) this.unread.add(member === undefined ? reason : `${member}: ${reason}`);
  }

  private limit(error: LimitReached): void {
    this.observations.push({ kind: `limit.${error.limit}`, evidence: error.message });
    this.unread.add(error.message);
  }
}

/**
 * The two formats of a polyglot: content shows both, and each would be taken by another loader. An archive that merely
 * ends in a stored zip (tar) and a program with its data appended (llamafile) are not polyglots.
 */
function readings(fitting: readonly FormatScanner[], source: ByteSource): string | undefined {
  if (fitting.length < 2) return undefined;
  const head = source.read(0, HEAD);
  const shown = fitting.filter((scanner) => MARKED.has(scanner.id) && scanner.sniff(head, '', source)).map(({ id }) => id);
  const certain = shown.filter((id) => id !== 'zip' || endsAsZip(source));
  return certain.length > 1 ? certain.join(' and ') : undefined;
}

function scanners(): readonly FormatScanner[] {
  return [...containerScanners, pickleScanner, ...formatScanners];
}
