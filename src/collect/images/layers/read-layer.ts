import { createHash, type Hash } from 'node:crypto';
import { CastellanError, InputError } from '../../../support/errors.js';
import { type Chunks, decompressed } from '../../archives/decompress.js';
import { pathOf, shownName } from '../../archives/names.js';
import { PassingSink } from '../../archives/sink.js';
import { type TarEntry, type TarHandler, TarReader } from '../../archives/tar-reader.js';
import type { ReadIssue } from '../../reader.js';
import type { Wanted } from '../contract/installed-reader.js';
import type { Content, Contents } from './contents.js';
import { FileKeeper } from './file-keeper.js';
import { LayerEntries } from './layer-entries.js';
import type { Wishes } from './wishes.js';

/** What is known of a layer before it is read. Digests are `sha256:…` or `sha512:…`. */
export interface LayerPromise {
  /** Of the bytes as stored; absent in docker archives. */
  digest?: string;
  /** Bytes as stored. */
  size?: number;
  /** Digest of the uncompressed layer. */
  diffId: string;
}

/** A layer as it was read. */
export interface LayerReading {
  entries: LayerEntries;
  contents: Content[];
  issues: ReadIssue[];
  /** Bytes as stored. */
  size: number;
  /** Bytes uncompressed. */
  plainSize: number;
  /** True: the archive broke off; what came before stands. */
  isCut: boolean;
  /** False: it broke off, or there was no room for something that is wanted. */
  isWhole: boolean;
}

export interface LayerLimits {
  /** Uncompressed bytes of one layer. */
  bytes: number;
  /** Entries that may still be read. */
  entries: number;
}

export interface LayerOptions {
  wishes: Wishes;
  /** Only these entries are kept, by their numbers; the wishes are not asked. */
  only?: ReadonlyMap<number, readonly Wanted[]>;
  contents: Contents;
  /** Texts that somebody looks at while they pass, and that are not kept. */
  texts?: { wants: Wishes; look(path: string, bytes: Buffer): void };
  limits: LayerLimits;
  signal: AbortSignal;
  /** Compressed bytes after which something else follows, that is passed over; and what is said of it. */
  end?: { at: number; remark: string };
}

/** A layer was read to its end or to a limit, and nothing of it may be used. */
export class BrokenLayer extends InputError {}

/**
 * Reads one layer as its bytes come: hashes them as stored and uncompressed, keeps the wanted files, lists all others. Rejects with
 * BrokenLayer where the bytes are not those that were promised or no archive at all. An archive that breaks off, with digests that hold,
 * is returned with an issue.
 */
export async function readLayer(chunks: Chunks, promised: LayerPromise, options: LayerOptions): Promise<LayerReading> {
  const stored = new Tally(promised.digest, promised.size);
  const plain = new Tally(promised.diffId, undefined);
  const gatherer = new Gatherer(options);
  const tar = new TarReader(gatherer);
  let broken: InputError | undefined;
  for await (const chunk of decompressed(stored.counting(chunks), options.end?.at)) {
    options.signal.throwIfAborted();
    plain.add(chunk);
    if (plain.size > options.limits.bytes) throw tooLarge(options.limits.bytes);
    if (broken) continue;
    try {
      tar.write(chunk);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      broken = error;
    }
  }
  if (promised.size !== undefined && stored.size !== promised.size) throw wrong(`it has ${stored.size} bytes, not ${promised.size}`);
  if (!stored.holds()) throw wrong('its bytes are not those of its digest');
  if (!plain.holds()) throw wrong('its uncompressed bytes are not those that the configuration names');
  const { entries, contents, issues } = gatherer;
  if (broken && entries.count === 0) throw new BrokenLayer({ message: broken.message, issue: broken.issue });
  if (broken) issues.push({ kind: broken.issue, reason: broken.message });
  else if (!tar.end()) issues.push({ kind: 'archive', reason: 'the layer ends within an entry' });
  if (options.end) issues.push({ kind: 'archive', reason: options.end.remark, note: true });
  const isCut = broken !== undefined || !tar.end();
  const isWhole = !isCut && !gatherer.isShort;
  return { entries, contents, issues, size: stored.size, plainSize: plain.size, isCut, isWhole };
}

/** The layer is larger than what is read of one. */
export class LayerTooLarge extends BrokenLayer {}

function wrong(message: string): BrokenLayer {
  return new BrokenLayer({ message, issue: 'invalid_entry' });
}

function tooLarge(bytes: number): LayerTooLarge {
  return new LayerTooLarge({ message: `larger than ${Math.floor(bytes / 2 ** 30)} GiB uncompressed`, issue: 'too_large' });
}

/** Counts and hashes bytes on their way. */
class Tally {
  size = 0;
  private readonly hash: Hash | undefined;

  constructor(
    private readonly digest: string | undefined,
    private readonly most: number | undefined,
  ) {
    this.hash = digest === undefined ? undefined : createHash(digest.split(':', 1)[0] ?? '');
  }

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    this.hash?.update(chunk);
  }

  /** The chunks as they are. Ends with BrokenLayer where there are more bytes than promised. */
  async *counting(chunks: Chunks): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.add(chunk);
      if (this.most !== undefined && this.size > this.most)
        throw wrong(`it has more than the ${this.most} bytes that its description says`);
      yield chunk;
    }
  }

  holds(): boolean {
    return this.hash === undefined || `${this.digest?.split(':', 1)[0]}:${this.hash.digest('hex')}` === this.digest;
  }
}

/** Issues of one kind that are listed one by one. */
const MAX_ISSUES = 50;

/** Lists the entries of a layer and keeps what is wanted. */
class Gatherer implements TarHandler {
  readonly entries = new LayerEntries();
  readonly contents: Content[] = [];
  readonly issues: ReadIssue[] = [];
  /** True: there was no room for something that is wanted. */
  isShort = false;
  private keeper: FileKeeper<Content> | undefined;
  private text: FileKeeper<Buffer> | undefined;
  private current: { name: string; path: string | undefined } = { name: '', path: undefined };

  constructor(private readonly options: LayerOptions) {}

  entry(entry: TarEntry) {
    if (this.entries.count >= this.options.limits.entries)
      throw new InputError({ issue: 'too_many', message: 'the image has more entries than are read' });
    const { name } = entry;
    if (name.length > MAX_PATH) throw new InputError({ issue: 'too_large', message: `a path is longer than ${MAX_PATH} bytes` });
    const path = pathOf(name);
    this.current = { name, path };
    if (path === undefined) this.note('outside_root', `the entry ${shownName(name).slice(0, 200)} leads out of the image; it was left out`);
    const wishes = entry.kind === 'file' ? this.wishes() : undefined;
    this.keeper = wishes && new FileKeeper(wishes, entry.size, (size, spares) => this.options.contents.sink(size, spares));
    const seen = entry.kind === 'file' && path !== undefined ? this.options.texts?.wants(path) : undefined;
    this.text = seen && entry.size > 0 ? new FileKeeper(seen, entry.size, (size) => new PassingSink(size)) : undefined;
    const { keeper, text } = this;
    if (!keeper || !text) return (keeper ?? text)?.take;
    return (chunk: Buffer, offset: number) => {
      keeper.take(chunk, offset);
      text.take(chunk, offset);
    };
  }

  done(entry: TarEntry): void {
    const { name, path } = this.current;
    if (path === undefined) return;
    const text = this.text?.finish();
    this.text = undefined;
    if (text) this.options.texts?.look(shownName(path), text);
    const content = this.kept(path);
    this.entries.add({ kind: entry.kind, name, size: entry.size, mode: entry.mode, link: entry.link, content });
  }

  private wishes(): readonly Wanted[] | undefined {
    const { only, wishes } = this.options;
    if (only) return only.get(this.entries.count);
    return this.current.path === undefined ? undefined : wishes(this.current.path);
  }

  private kept(path: string): number {
    const { keeper } = this;
    this.keeper = undefined;
    if (keeper?.isCut) this.isShort = true;
    if (keeper?.isTooLarge) this.note('too_large', 'it is larger than what is read of such a file', shownName(path));
    try {
      const content = keeper?.finish();
      return content === undefined ? -1 : this.contents.push(content) - 1;
    } catch (error) {
      if (!(error instanceof CastellanError)) throw error;
      this.isShort = true;
      this.note('too_large', error.message, shownName(path));
      return -1;
    }
  }

  private note(kind: ReadIssue['kind'], reason: string, path?: string): void {
    if (this.issues.length < MAX_ISSUES) this.issues.push({ kind, reason, ...(path !== undefined && { path }) });
  }
}

const MAX_PATH = 4096;
