import type { FormatScanner, ScanInput } from '../../contract/format.js';
import { bufferSource, sliceSource } from '../../contract/source.js';
import { ByteCursor, Malformed } from '../reading/byte-cursor.js';
import { guarded } from '../reading/guard.js';
import { observeKerasText } from '../reading/keras-config.js';
import { pagedSource } from '../reading/paged-source.js';
import { escapeOf } from '../reading/path-escape.js';
import { type Hdf5File, openHdf5, superblockAt } from './layout.js';
import { type HeaderMessage, messagesOf } from './messages.js';
import { externalFiles, readAttribute, readLink, symbolTable, virtualSource } from './objects.js';
import { configTexts } from './raw-search.js';

/** Header message types (section IV.A.2). */
const Message = {
  LinkInfo: 0x02,
  Link: 0x06,
  ExternalFiles: 0x07,
  Layout: 0x08,
  Attribute: 0x0c,
  SymbolTable: 0x11,
  AttributeInfo: 0x15,
} as const;

/**
 * HDF5, the container of Keras 2 models and of weights: it reads configurations in attributes, and links out of the
 * file.
 */
export const hdf5Scanner: FormatScanner = guarded({
  id: 'hdf5',
  sniff: (head, _name, source) =>
    superblockAt((at) => (at < head.length ? head.subarray(at, at + 8) : source.read(at, 8)), source.size) >= 0,
  scan(input) {
    const at = superblockAt((offset) => input.source.read(offset, 8), input.source.size);
    const source = at === 0 ? input.source : sliceSource(input.source, at, input.source.size - at);
    const file = openHdf5(pagedSource(source));
    const reader = new Hdf5Reader(input, file);
    try {
      reader.read();
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      reader.incomplete(error.message);
    }
    if (reader.broken) for (const text of configTexts(source, input.budget)) observeKerasText(input, text);
    if (file.endOfFile > source.size) throw new Malformed('truncated');
  },
});

class Hdf5Reader {
  broken = false;
  private readonly seen = new Set<number>();
  private readonly waiting: number[];

  constructor(
    private readonly input: ScanInput,
    private readonly file: Hdf5File,
  ) {
    this.waiting = [file.root];
  }

  /**
   * Searches the raw bytes for configurations when the structure could not be read; the file then never counts as
   * clean.
   */
  incomplete(reason: string): void {
    this.broken = true;
    this.input.unread(`hdf5: ${reason}`);
  }

  read(): void {
    for (let at = this.waiting.pop(); at !== undefined; at = this.waiting.pop()) {
      if (this.seen.has(at)) continue;
      this.seen.add(at);
      this.input.budget.spendEntries();
      this.input.budget.checkTime();
      this.object(at);
    }
  }

  /** Reads the messages of one object. A broken object does not hide the others. */
  private object(at: number): void {
    try {
      for (const message of messagesOf(this.file, at)) if (!message.shared) this.message(message);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.incomplete(error.message);
    }
  }

  private message({ type, start, end }: HeaderMessage): void {
    const cursor = new ByteCursor(this.file.source, start, end);
    if (type === Message.Link) this.link(cursor);
    else if (type === Message.SymbolTable) for (const child of symbolTable(this.file, cursor)) this.waiting.push(child);
    else if (type === Message.Attribute) this.attribute(cursor);
    else if (type === Message.ExternalFiles) for (const name of externalFiles(this.file, cursor)) this.external(name, 'storage');
    else if (type === Message.Layout) this.external(virtualSource(this.file, cursor), 'virtual');
    else if (type === Message.LinkInfo || type === Message.AttributeInfo) this.dense(cursor, type);
  }

  /** Reads a link of a new-style group. */
  private link(cursor: ByteCursor): void {
    const link = readLink(this.file, cursor);
    if (link.to === 'object') this.waiting.push(link.at);
    else if (link.to === 'file') this.external(link.file, 'link');
  }

  /** Observes another file that the library opens by itself. */
  private external(name: string | undefined, through: string): void {
    if (name === undefined) return;
    this.input.observe({ kind: 'hdf5.external', evidence: name, facts: { through, how: escapeOf(name) ?? 'beside' } });
  }

  /** Handles links or attributes in a fractal heap, as groups with creation order have them. */
  private dense(cursor: ByteCursor, type: number): void {
    cursor.skip(1);
    const flags = cursor.u8();
    if (flags & 1) cursor.skip(type === Message.LinkInfo ? 8 : 2);
    const heap = cursor.bytes(this.file.offsetSize);
    if (!heap.every((byte) => byte === 0xff)) this.incomplete('dense storage of links or attributes is not supported');
  }

  /** Reads configurations, passes opaque values that are pickles on, and ignores other data. */
  private attribute(cursor: ByteCursor): void {
    const { name, type, value } = readAttribute(this.file, cursor);
    const head = value.subarray(0, 4096).toString('latin1').trimStart();
    if (head.startsWith('{') && (name.endsWith('_config') || head.includes('"class_name"'))) {
      if (this.input.member === undefined) this.input.setFormat('keras-h5');
      observeKerasText(this.input, value.toString('utf8').replace(/\0+$/, ''));
      return;
    }
    if ((type === 5 || type === 3 || type === 9) && isPickle(value)) this.input.nested(`attribute ${name}`, bufferSource(value));
  }
}

/** True for protocol 2 or later with STOP at the end, ignoring padding. */
function isPickle(value: Buffer): boolean {
  let end = value.length;
  while (end > 0 && value[end - 1] === 0) end--;
  return value[0] === 0x80 && (value[1] ?? 9) >= 2 && (value[1] ?? 9) <= 5 && value[end - 1] === 0x2e;
}
