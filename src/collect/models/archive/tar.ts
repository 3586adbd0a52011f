import { quote } from '../../../support/quote.js';
import type { FormatScanner, ScanInput } from '../contract/format.js';
import { type ByteSource, sliceSource } from '../contract/source.js';
import { scanPickle } from '../pickle/scanner.js';
import { escapes, isBelow, linkEscapes } from './paths.js';
import { Programs } from './programs.js';

const BLOCK = 512;
const MAX_NAME = 64 * 1024;
/** Members of torch's oldest layout: pickles with raw tensors between them. */
const TORCH_MEMBERS = ['storages', 'tensors', 'pickle'];

/** One header of a tar archive, with the long names from the headers before it. */
interface TarEntry {
  name: string;
  type: string;
  link: string;
  data: number;
  size: number;
}

/** Tar archives: torch's oldest layout, NeMo and plain ones (POSIX ustar and pax, GNU long names). */
export const tarScanner: FormatScanner = {
  id: 'tar',
  sniff: (head) => isHeader(head.subarray(0, BLOCK)),
  scan: scanTar,
};

function scanTar(input: ScanInput): void {
  const entries = [...entriesOf(input)];
  const names = new Set(entries.map(({ name }) => name));
  const torch = TORCH_MEMBERS.every((name) => names.has(name));
  if (torch) input.setFormat('pytorch-tar');
  const programs = new Programs(input, [...names]);
  const links = new Set<string>();
  for (const entry of entries) {
    judgeName(input, entry, links);
    if (entry.type !== '0' || entry.size === 0) continue;
    const source = sliceSource(input.source, entry.data, entry.size);
    if (torch && TORCH_MEMBERS.includes(entry.name)) scanTorchMember(input, entry.name, source);
    else {
      programs.judge(entry.name, source);
      input.nested(entry.name, source);
    }
  }
}

function scanTorchMember(input: ScanInput, name: string, source: ByteSource): void {
  const member = input.member === undefined ? name : `${input.member}!${name}`;
  const observe: ScanInput['observe'] = (observation) => input.observe({ member, ...observation });
  scanPickle({ ...input, name, member, source, observe }, { persistent: 'any', raw: name !== 'pickle' });
}

function judgeName(input: ScanInput, { name, type, link }: TarEntry, links: Set<string>): void {
  const reason = escapes(name);
  if (reason !== undefined) input.observe({ kind: 'archive.traversal', evidence: `${quote(name)} (${reason})` });
  if (isBelow(name, links)) input.observe({ kind: 'archive.link', evidence: `written through a link: ${quote(name)}` });
  if (type !== '1' && type !== '2') return;
  links.add(name);
  // A hard link's target is relative to the archive's root, a symbolic link's to its own folder.
  const leaves = type === '1' ? escapes(link) : linkEscapes(name, link);
  if (leaves !== undefined) input.observe({ kind: 'archive.link', evidence: `link ${quote(name)} to ${quote(link)} (${leaves})` });
}

function* entriesOf(input: ScanInput): Generator<TarEntry> {
  const { source, budget } = input;
  let long: { name?: string; link?: string } = {};
  for (let at = 0; at + BLOCK <= source.size; ) {
    const header = source.read(at, BLOCK);
    if (header.every((byte) => byte === 0)) return;
    budget.spendEntries();
    const size = isHeader(header) ? sizeOf(header) : undefined;
    const data = at + BLOCK;
    if (size === undefined || data + size > source.size) {
      input.unread('tar archive is cut off or damaged');
      if (size === undefined) return;
    }
    const type = header.toString('latin1', 156, 157);
    const extended = extension(type, source.read(data, Math.min(size, MAX_NAME)));
    if (extended !== undefined) long = { ...long, ...extended };
    else {
      yield entryOf(header, { type, data, size }, long);
      long = {};
    }
    at = data + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function entryOf(
  header: Buffer,
  { type, data, size }: { type: string; data: number; size: number },
  long: { name?: string; link?: string },
): TarEntry {
  const prefix = header.toString('latin1', 257, 262) === 'ustar' ? text(header, 345, 500) : '';
  const short = prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`;
  const plain = type === '\0' || type === '7' ? '0' : type;
  return { name: long.name ?? short, link: long.link ?? text(header, 157, 257), type: plain, data, size };
}

/** Names that a GNU or pax header states for the next one; undefined for headers of files. */
function extension(type: string, bytes: Buffer): { name?: string; link?: string } | undefined {
  if (type === 'L') return { name: text(bytes, 0, bytes.length) };
  if (type === 'K') return { link: text(bytes, 0, bytes.length) };
  if (type !== 'x' && type !== 'g') return undefined;
  const name = /\d+ path=([^\n]*)\n/.exec(bytes.toString('utf8'))?.[1];
  const link = /\d+ linkpath=([^\n]*)\n/.exec(bytes.toString('utf8'))?.[1];
  return { ...(name !== undefined && { name }), ...(link !== undefined && { link }) };
}

/** True when the header's checksum is right: the sum of its bytes with the checksum's own bytes taken as blanks. */
function isHeader(header: Buffer): boolean {
  if (header.length < BLOCK) return false;
  const stated = Number.parseInt(text(header, 148, 156).trim(), 8);
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return stated === sum && sum > 256;
}

/** A size in octal, or in base 256 when the first bit is set. */
function sizeOf(header: Buffer): number | undefined {
  if (((header[124] ?? 0) & 0x80) !== 0) {
    const value = header.readUIntBE(130, 6);
    return Number.isSafeInteger(value) ? value : undefined;
  }
  const size = Number.parseInt(text(header, 124, 136).trim() || '0', 8);
  return Number.isNaN(size) ? undefined : size;
}

function text(bytes: Buffer, from: number, to: number): string {
  const part = bytes.subarray(from, to);
  const end = part.indexOf(0);
  return part.toString('utf8', 0, end < 0 ? part.length : end);
}
