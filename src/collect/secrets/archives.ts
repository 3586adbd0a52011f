import { InputError } from '../../support/errors.js';
import { plural } from '../../support/listing.js';
import type { Turns } from '../../support/turns.js';
import { decompressed } from '../archives/decompress.js';
import { shownName } from '../archives/names.js';
import { MemorySink } from '../archives/sink.js';
import { TarReader } from '../archives/tar-reader.js';
import { openZip } from '../archives/zip-file.js';
import { type ByteSource, bufferSource, readChunks } from '../models/contract/source.js';
import type { ReadIssue } from '../reader.js';
import { isArchive, isUnreadArchive, mayHoldText } from './text-files.js';

const TAR = /\.(?:tar(?:\.gz|\.zst)?|tgz|tzst|crate|gem)$/i;

/** Ceilings of one archive, with all archives in it. */
const MOST_BYTES = 2 ** 30;
const MOST_FILES = 100_000;
const DEEPEST = 4;
/** Of one file that is searched, and of an archive in an archive. */
const MOST_TEXT = 10 * 2 ** 20;
const MOST_INNER = 64 * 2 ** 20;
const MOST_ISSUES = 20;

const ZIP = Buffer.from('PK');
const GZIP = Buffer.from([0x1f, 0x8b]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Where a tar archive says that it is one. */
const MARK = { at: 257, text: 'ustar' } as const;

/** An archive is larger than what is read of one. */
class TooMuch extends InputError {}

/** Gives the texts in one archive and in the archives in it; nothing is written, and one file at a time is in memory. */
export class ArchiveTexts {
  readonly issues: ReadIssue[] = [];
  private files = 0;

  /**
   * @param look gets the bytes of a file and the way to it: `inner.jar!config/app.yaml`
   * @param turns lets others have their turn
   * @param left bytes that may still be unpacked
   */
  constructor(
    private readonly look: (bytes: Uint8Array, way: string) => void,
    private readonly turns: Turns,
    private left = MOST_BYTES,
  ) {}

  /** Reads an archive. What is broken or too large is an issue, and the rest is still read. */
  async read(source: ByteSource, name: string): Promise<void> {
    try {
      await this.archive(source, name, []);
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      this.issue([], error);
    }
  }

  private async archive(source: ByteSource, name: string, way: readonly string[]): Promise<void> {
    try {
      if (way.length > DEEPEST) throw new InputError({ issue: 'too_deep', message: `archives are ${DEEPEST} deep in each other` });
      if (isUnreadArchive(name)) throw new InputError({ issue: 'unsupported_format', message: 'compressed in a way that is not read' });
      const head = source.read(0, 4);
      if (head.subarray(0, 2).equals(ZIP)) await this.zip(source, name, way);
      else if (head.subarray(0, 2).equals(GZIP) || head.equals(ZSTD) || TAR.test(name)) await this.stream(source, name, way);
      else if (source.size > 0) throw new InputError({ issue: 'archive', message: 'no archive, whatever its name says' });
    } catch (error) {
      if (!(error instanceof InputError) || error instanceof TooMuch) throw error;
      this.issue(way, error);
    }
  }

  private async zip(source: ByteSource, name: string, way: readonly string[]): Promise<void> {
    const zip = openZip(source, name);
    for (const entry of zip.entries) {
      if (this.turns.isOver) await this.turns.pass();
      const most = mostOf(entry.name);
      if (most === undefined || entry.name.endsWith('/')) continue;
      this.count();
      const inner = [...way, entry.name];
      try {
        const bytes = zip.bytesOf(entry, Math.min(most, this.left));
        this.spend(bytes.length);
        await this.file(bytes, entry.name, inner);
      } catch (error) {
        if (!(error instanceof InputError) || error instanceof TooMuch) throw error;
        this.issue(inner, error);
      }
    }
  }

  /** A tar archive, or one file that is compressed. */
  private async stream(source: ByteSource, name: string, way: readonly string[]): Promise<void> {
    const found: { bytes: Buffer; name: string }[] = [];
    let tar: TarReader | undefined;
    let single: Buffer[] | undefined;
    for await (const chunk of decompressed(readChunks(source))) {
      if (this.turns.isOver) await this.turns.pass();
      this.spend(chunk.length);
      if (!tar && !single) {
        if (TAR.test(name) || chunk.toString('latin1', MARK.at, MARK.at + MARK.text.length) === MARK.text) tar = this.tar(found, way);
        else single = [];
      }
      if (single) {
        if (single.reduce((sum, { length }) => sum + length, 0) < MOST_TEXT) single.push(Buffer.from(chunk));
      } else tar?.write(chunk);
      for (const file of found.splice(0)) await this.file(file.bytes, file.name, [...way, file.name]);
    }
    if (tar && !tar.end()) throw new InputError({ issue: 'archive', message: 'the archive ends within an entry' });
    const inner = name.slice(name.lastIndexOf('/') + 1).replace(/\.(?:gz|zst)$/i, '');
    if (single && mostOf(inner) !== undefined) await this.file(Buffer.concat(single).subarray(0, MOST_TEXT), inner, [...way, inner]);
  }

  private tar(found: { bytes: Buffer; name: string }[], way: readonly string[]): TarReader {
    let sink: MemorySink | undefined;
    return new TarReader({
      entry: ({ kind, name: written, size }) => {
        const name = shownName(written).replace(/^(?:\.?\/)+/, '');
        const most = kind === 'file' ? mostOf(name) : undefined;
        sink = undefined;
        if (most === undefined || size === 0) return undefined;
        this.count();
        if (size > most) this.issue([...way, name], tooLarge(most));
        if (size > most) return undefined;
        sink = new MemorySink(size);
        return (chunk, offset) => sink?.put(chunk, offset);
      },
      done: ({ name }) => {
        if (sink) found.push({ bytes: sink.finish(), name: shownName(name).replace(/^(?:\.?\/)+/, '') });
        sink = undefined;
      },
    });
  }

  private async file(bytes: Uint8Array, name: string, way: readonly string[]): Promise<void> {
    if (isArchive(name)) await this.archive(bufferSource(bytes), name, way);
    else this.look(bytes, way.join('!'));
  }

  private count(): void {
    if (++this.files > MOST_FILES) throw new TooMuch({ issue: 'too_many', message: `more than ${plural(MOST_FILES, 'file')} in it` });
  }

  private spend(bytes: number): void {
    this.left -= bytes;
    if (this.left <= 0) throw new TooMuch({ issue: 'too_large', message: 'larger than what is unpacked of one archive' });
  }

  private issue(way: readonly string[], { issue, message }: InputError): void {
    if (this.issues.length >= MOST_ISSUES) return;
    const where = way.length === 0 ? '' : `${way.join('!').slice(0, 200)}: `;
    this.issues.push({ kind: issue ?? 'archive', reason: `${where}${message}` });
  }
}

function tooLarge(most: number): InputError {
  return new InputError({ issue: 'too_large', message: `larger than ${most / 2 ** 20} MiB; it was not searched` });
}

/** Bytes that are read of a file in an archive; undefined: nobody reads it. */
function mostOf(name: string): number | undefined {
  if (isArchive(name)) return MOST_INNER;
  return mayHoldText(name) ? MOST_TEXT : undefined;
}
