import type { ByteSource } from '../../../models/contract/source.js';
import { NumbersAt } from './numbers-at.js';

/** A range of a program's file with its address in memory. */
export interface ProgramSection {
  name: string;
  offset: number;
  size: number;
  address: number;
}

/** What the headers of a program say. Sections that lead outside of the file are cut to it. */
export interface Executable {
  format: 'elf' | 'macho' | 'pe';
  little: boolean;
  /** Bytes of a pointer. */
  pointer: 4 | 8;
  sections: readonly ProgramSection[];
  /** Parts that are loaded into memory, for addresses. */
  segments: readonly ProgramSection[];
  /** Offset of the program in its file, in files of several architectures. */
  start: number;
}

const MAX_HEADERS = 4_096;

/** The headers of an ELF, Mach-O or PE program; undefined for anything else and for headers that lie outside of the file. */
export function readExecutable(source: ByteSource): Executable | undefined {
  const view = new NumbersAt(source);
  try {
    if (source.size < 64) return undefined;
    const magic = view.getUint32(0);
    if (magic === 0x7f454c46) return readElf(view);
    if (magic === 0xcafebabe) return readFat(view);
    if (MACHO.has(magic)) return readMachO(view, 0);
    return view.getUint16(0) === 0x4d5a ? readPe(view) : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The file's offset of an address; undefined where no loaded part holds it. */
export function offsetOf({ segments }: Executable, address: number): number | undefined {
  const found = segments.find((segment) => address >= segment.address && address < segment.address + segment.size);
  return found && found.offset + (address - found.address);
}

/** Offsets and addresses beyond what a number holds exactly are no real ones. */
function wide(view: NumbersAt, at: number, little: boolean): number {
  const value = Number(view.getBigUint64(at, little));
  if (!Number.isSafeInteger(value)) throw new RangeError('beyond every file');
  return value;
}

function textAt(view: NumbersAt, at: number, most: number): string {
  let text = '';
  for (let index = 0; index < most && at + index < view.size; index++) {
    const code = view.getUint8(at + index);
    if (code === 0) break;
    text += String.fromCharCode(code);
  }
  return text;
}

/** ELF (System V ABI): section headers name the parts, program headers say what is loaded. */
function readElf(view: NumbersAt): Executable {
  const pointer = view.getUint8(4) === 2 ? 8 : 4;
  const little = view.getUint8(5) !== 2;
  const word = (at: number) => (pointer === 8 ? wide(view, at, little) : view.getUint32(at, little));
  const half = (at: number) => view.getUint16(at, little);
  const is64 = pointer === 8;
  const programs = { at: word(is64 ? 32 : 28), size: half(is64 ? 54 : 42), count: half(is64 ? 56 : 44) };
  const headers = { at: word(is64 ? 40 : 32), size: half(is64 ? 58 : 46), count: half(is64 ? 60 : 48), names: half(is64 ? 62 : 50) };
  const segments: ProgramSection[] = [];
  for (let index = 0; index < Math.min(programs.count, MAX_HEADERS); index++) {
    const at = programs.at + index * programs.size;
    if (at + (is64 ? 56 : 32) > view.size) break;
    if (view.getUint32(at, little) !== 1) continue;
    segments.push({ name: '', offset: word(at + (is64 ? 8 : 4)), address: word(at + (is64 ? 16 : 8)), size: word(at + (is64 ? 32 : 16)) });
  }
  const common = { format: 'elf', little, pointer, segments, start: 0 } as const;
  const end = headers.at + headers.size * headers.count;
  if (headers.at === 0 || headers.count === 0 || end > view.size) return { ...common, sections: [] };
  const section = (index: number) => {
    const at = headers.at + index * headers.size;
    return {
      name: view.getUint32(at, little),
      type: view.getUint32(at + 4, little),
      address: word(at + (is64 ? 16 : 12)),
      offset: word(at + (is64 ? 24 : 16)),
      size: word(at + (is64 ? 32 : 20)),
    };
  };
  const names = headers.names < headers.count ? section(headers.names).offset : 0;
  const sections: ProgramSection[] = [];
  for (let index = 0; index < Math.min(headers.count, MAX_HEADERS); index++) {
    const { name, type, ...place } = section(index);
    if (type !== NO_BITS) sections.push({ ...place, name: textAt(view, names + name, 40) });
  }
  return { ...common, sections };
}

/** A section that takes no room in the file. */
const NO_BITS = 8;

const MACHO: ReadonlySet<number> = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe]);

/** The first architecture of several. */
function readFat(view: NumbersAt): Executable | undefined {
  const start = view.getUint32(8 + 8);
  return start > 0 && start + 64 <= view.size && MACHO.has(view.getUint32(start)) ? readMachO(view, start) : undefined;
}

/** Mach-O: load commands, of which those for segments hold sections. Offsets are relative to the architecture's start. */
function readMachO(view: NumbersAt, start: number): Executable {
  const magic = view.getUint32(start);
  const little = magic === 0xcefaedfe || magic === 0xcffaedfe;
  const is64 = magic === 0xcffaedfe || magic === 0xfeedfacf;
  const number = (at: number) => view.getUint32(at, little);
  const word = (at: number) => (is64 ? wide(view, at, little) : number(at));
  const sections: ProgramSection[] = [];
  const segments: ProgramSection[] = [];
  let at = start + (is64 ? 32 : 28);
  for (let left = Math.min(number(start + 16), MAX_HEADERS); left > 0; left--) {
    const size = number(at + 4);
    if (size < 8) break;
    if (number(at) === (is64 ? 0x19 : 0x01)) {
      const width = is64 ? 8 : 4;
      segments.push({ name: '', address: word(at + 24), offset: start + word(at + 24 + 2 * width), size: word(at + 24 + 3 * width) });
      const count = Math.min(number(at + (is64 ? 64 : 48)), MAX_HEADERS);
      for (let index = 0; index < count; index++) {
        const from = at + (is64 ? 72 + index * 80 : 56 + index * 68);
        if (from + (is64 ? 80 : 68) > at + size) break;
        sections.push({
          name: textAt(view, from, 16),
          address: word(from + 32),
          size: word(from + 32 + width),
          offset: start + number(from + 32 + 2 * width),
        });
      }
    }
    at += size;
  }
  return { format: 'macho', little, pointer: is64 ? 8 : 4, sections, segments, start };
}

/** PE/COFF: sections are both the named and the loaded parts; addresses are relative to the image's base. */
function readPe(view: NumbersAt): Executable | undefined {
  const at = view.getUint32(60, true);
  if (view.getUint32(at) !== 0x50450000) return undefined;
  const count = Math.min(view.getUint16(at + 6, true), MAX_HEADERS);
  const optional = at + 24;
  const is64 = view.getUint16(optional, true) === 0x20b;
  const base = is64 ? wide(view, optional + 24, true) : view.getUint32(optional + 28, true);
  const sections: ProgramSection[] = [];
  const table = optional + view.getUint16(at + 20, true);
  for (let index = 0; index < count; index++) {
    const from = table + index * 40;
    sections.push({
      name: textAt(view, from, 8),
      address: base + view.getUint32(from + 12, true),
      size: view.getUint32(from + 16, true),
      offset: view.getUint32(from + 20, true),
    });
  }
  return { format: 'pe', little: true, pointer: is64 ? 8 : 4, sections, segments: sections, start: 0 };
}
