import { randomBytes } from 'node:crypto';
import type { FileNode } from './node.js';

/** A folder as the table knows it. */
export interface PlainFolder {
  readonly id: number;
  /** Number of the record that was made last in it; -1 without one. */
  first: number;
  count: number;
}

/** Words of a record. */
const [FOLDER, NEXT, HASH, NAME, ENTRY, SIZE, LARGE, RIGHTS, WORDS] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const PAGE_BITS = 13;
const PAGE = 1 << PAGE_BITS;
const NAMES_BITS = 18;
const NAMES = 1 << NAMES_BITS;
const LENGTH = 2;
const FIRST_SLOTS = 1024;
/** Folder of a record that was deleted, slot of one that was, and end of a folder's records. */
const GONE = 0xffffffff;
const TWO_32 = 2 ** 32;
const TWO_16 = 2 ** 16;

/**
 * The files of an image whose bytes nobody keeps, which are nearly all of them: in a table of some fifty bytes for each, found by folder and
 * name. An object for each would take five times as much.
 */
export class PlainFiles {
  private folders = 0;
  private records = 0;
  private readonly pages: Uint32Array[] = [];
  private readonly names: Buffer[] = [];
  private namesEnd = 0;
  /** Number of a record and one; 0 for an empty slot. */
  private slots = new Uint32Array(FIRST_SLOTS);
  /** Slots that are not empty. */
  private used = 0;
  /** Names cannot be made to meet in one slot by whoever does not know these. */
  private readonly seed: number;
  private readonly factor: number;

  constructor() {
    const random = randomBytes(8);
    this.seed = random.readUInt32LE(0);
    this.factor = random.readUInt32LE(4) | 1;
  }

  folder(): PlainFolder {
    return { id: this.folders++, first: -1, count: 0 };
  }

  get(folder: PlainFolder, name: string): FileNode | undefined {
    const record = folder.count === 0 ? -1 : this.find(folder, name, this.hashOf(folder, name)).record;
    return record === -1 ? undefined : this.nodeOf(record);
  }

  set(folder: PlainFolder, name: string, node: FileNode): void {
    const hash = this.hashOf(folder, name);
    const { record: known, slot } = this.find(folder, name, hash);
    const record = known === -1 ? this.add(folder, name, hash) : known;
    if (known === -1) this.fill(slot, record);
    const { page, at } = this.at(record);
    page[at + ENTRY] = node.entry;
    page[at + SIZE] = node.size % TWO_32;
    page[at + LARGE] = Math.floor(node.size / TWO_32);
    page[at + RIGHTS] = node.layer * TWO_16 + node.mode;
  }

  delete(folder: PlainFolder, name: string): void {
    if (folder.count === 0) return;
    const { record, slot } = this.find(folder, name, this.hashOf(folder, name));
    if (record === -1) return;
    this.slots[slot] = GONE;
    const { page, at } = this.at(record);
    page[at + FOLDER] = GONE;
    folder.count--;
  }

  /** The files of a folder; it may be changed meanwhile. */
  *in(folder: PlainFolder): Generator<[string, FileNode]> {
    for (let record = folder.first; record !== -1; ) {
      const { page, at } = this.at(record);
      if (page[at + FOLDER] === folder.id) yield [this.nameOf(page[at + NAME] as number), this.nodeOf(record)];
      const next = page[at + NEXT] as number;
      record = next === GONE ? -1 : next;
    }
  }

  private at(record: number): { page: Uint32Array; at: number } {
    return { page: this.pages[record >>> PAGE_BITS] as Uint32Array, at: (record & (PAGE - 1)) * WORDS };
  }

  private nodeOf(record: number): FileNode {
    const { page, at } = this.at(record);
    const rights = page[at + RIGHTS] as number;
    const layer = Math.floor(rights / TWO_16);
    const size = (page[at + SIZE] as number) + (page[at + LARGE] as number) * TWO_32;
    const entry = page[at + ENTRY] as number;
    return { kind: 'file', layer, seen: layer, mode: rights % TWO_16, size, content: undefined, entry, source: layer };
  }

  /** The record, or -1, and the slot where it is or may be put. */
  private find(folder: PlainFolder, name: string, hash: number): { record: number; slot: number } {
    const { slots } = this;
    const mask = slots.length - 1;
    let free = -1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const value = slots[slot] as number;
      if (value === 0) return { record: -1, slot: free === -1 ? slot : free };
      if (value === GONE) free = free === -1 ? slot : free;
      else if (this.is(value - 1, folder, hash, name)) return { record: value - 1, slot };
    }
  }

  private is(record: number, { id }: PlainFolder, hash: number, name: string): boolean {
    const { page, at } = this.at(record);
    return page[at + HASH] === hash && page[at + FOLDER] === id && this.nameOf(page[at + NAME] as number) === name;
  }

  private add(folder: PlainFolder, name: string, hash: number): number {
    const record = this.records++;
    if (record >>> PAGE_BITS === this.pages.length) this.pages.push(new Uint32Array(PAGE * WORDS));
    const { page, at } = this.at(record);
    page[at + FOLDER] = folder.id;
    page[at + NEXT] = folder.first === -1 ? GONE : folder.first;
    page[at + HASH] = hash;
    page[at + NAME] = this.keepName(name);
    folder.first = record;
    folder.count++;
    return record;
  }

  private fill(slot: number, record: number): void {
    if (this.slots[slot] === 0) this.used++;
    this.slots[slot] = record + 1;
    if (this.used * 4 > this.slots.length * 3) this.grow();
  }

  private grow(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    this.used = 0;
    for (const value of this.slots) {
      if (value === 0 || value === GONE) continue;
      const { page, at } = this.at(value - 1);
      let slot = (page[at + HASH] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = value;
      this.used++;
    }
    this.slots = slots;
  }

  private hashOf({ id }: PlainFolder, name: string): number {
    const { factor } = this;
    let hash = Math.imul(this.seed ^ id, factor);
    for (let at = 0; at < name.length; at++) hash = Math.imul(((hash << 15) | (hash >>> 17)) ^ name.charCodeAt(at), factor);
    return (hash ^ (hash >>> 15)) >>> 0;
  }

  /** A byte for each character where that is enough, else two. */
  private keepName(name: string): number {
    const encoding = WIDE.test(name) ? 'utf16le' : 'latin1';
    const length = encoding === 'latin1' ? name.length : name.length * 2;
    if ((this.namesEnd & (NAMES - 1)) + LENGTH + length > NAMES || this.names.length === 0) {
      this.namesEnd = this.names.length << NAMES_BITS;
      this.names.push(Buffer.allocUnsafeSlow(NAMES));
    }
    const place = this.namesEnd;
    const block = this.names[place >>> NAMES_BITS] as Buffer;
    const at = block.writeUInt16LE(length * 2 + (encoding === 'latin1' ? 0 : 1), place & (NAMES - 1));
    block.write(name, at, encoding);
    this.namesEnd = place + LENGTH + length;
    return place;
  }

  private nameOf(place: number): string {
    const block = this.names[place >>> NAMES_BITS] as Buffer;
    const at = place & (NAMES - 1);
    const stated = block.readUInt16LE(at);
    const end = at + LENGTH + (stated >>> 1);
    return (stated & 1) === 1 ? block.toString('utf16le', at + LENGTH, end) : block.toString('latin1', at + LENGTH, end);
  }
}

/** A character that takes more than a byte. */
const WIDE = /[^\0-\xff]/;
