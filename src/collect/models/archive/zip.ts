import { quote } from '../../../support/quote.js';
import type { FormatScanner, ScanInput } from '../contract/format.js';
import { looksLikePickle } from '../pickle/sniff.js';
import { TorchArchive } from '../torch/torch-zip.js';
import { isBelow, linkEscapes } from './paths.js';
import { Programs } from './programs.js';
import { checksumDiffers, dataOf, headersOf, type MemberData, saysEncrypted } from './zip-data.js';
import { noteLies, noteNames } from './zip-lies.js';
import { readContents, type ZipMember } from './zip-members.js';
import { isZip } from './zip-records.js';

const LINK = 0o120000;
const KIND = 0o170000;
const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/**
 * Zip archives: torch models, npz, Keras, skops and plain ones. Each member is read under every claim that its headers
 * make.
 */
export const zipScanner: FormatScanner = {
  id: 'zip',
  sniff: (head, _name, source) => isZip(head, source),
  scan: (input) => new ZipArchive(input).scan(),
};

class ZipArchive {
  private readonly links = new Set<string>();
  private torch: TorchArchive | undefined;
  private programs: Programs | undefined;

  constructor(private readonly input: ScanInput) {}

  scan(): void {
    const { input } = this;
    const { members, directory, overlaps } = readContents(input.source, input.budget);
    const names = members.flatMap((member) => headersOf(member).map(({ name }) => name));
    this.torch = TorchArchive.among(names, input);
    this.programs = new Programs(input, names);
    this.setFormat(names);
    if (overlaps) input.observe({ kind: 'archive.overlap', evidence: 'overlap: members share their data' });
    if (directory.broken) input.unread('zip directory is missing or cut off');
    noteNames(input, members);
    for (const member of members) this.member(member);
    this.torch?.finish();
  }

  private setFormat(names: readonly string[]): void {
    if (this.torch !== undefined) this.input.setFormat(this.torch.format);
    else if (names.length > 0 && names.every((name) => name.endsWith('.npy'))) this.input.setFormat('npz');
  }

  private member(member: ZipMember): void {
    const { input } = this;
    const [header] = headersOf(member);
    if (header === undefined || header.name.endsWith('/')) return;
    noteLies(input, member);
    if (isBelow(header.name, this.links))
      input.observe({ kind: 'archive.link', evidence: `written through a link: ${quote(header.name)}` });
    if (this.torch?.isStorage(header.name) === true) {
      this.torch.storage(header.name, header.packed);
      return;
    }
    const data = dataOf(input.source, member, input.budget);
    if (data === undefined) this.opaque(member, `compression method ${header.method} is not read`);
    else this.contents(member, data);
  }

  private contents(member: ZipMember, data: MemberData): void {
    const { input } = this;
    const [{ name = '', plain = 0, packed = 0, crc = 0, mode = 0 } = {}] = headersOf(member);
    if (data.bomb) this.bomb(name, `compression ratio above ${Math.floor(data.source.size / Math.max(1, packed))} to 1`);
    if (plain > GIB && plain > 100 * Math.max(1, data.source.size))
      this.bomb(name, `declared size of ${plain} bytes for ${data.source.size}`);
    if ((mode & KIND) === LINK) this.link(name, data.source.read(0, 4096).toString('utf8'));
    else if (data.fault !== undefined && data.source.size === 0) this.opaque(member, data.fault);
    else {
      if (data.fault !== undefined) this.opaque(member, data.fault);
      else if (checksumDiffers(data, crc))
        input.observe({ kind: 'archive.mismatch', member: name, evidence: `wrong checksum of ${quote(name)}` });
      this.read(member, name, data);
    }
  }

  private read(member: ZipMember, name: string, { source }: MemberData): void {
    const { input } = this;
    const head = source.read(0, 64 * 1024);
    if (saysEncrypted(member)) {
      if (!isReadable(head, looksLikePickle(head, source))) {
        this.opaque(member, 'encrypted');
        return;
      }
      input.observe({ kind: 'archive.mismatch', member: name, evidence: `encryption flag on plain data: ${quote(name)}` });
    }
    if (this.torch?.takes(name, source) === true) return;
    this.programs?.judge(name, source);
    input.nested(name, source);
  }

  private link(name: string, target: string): void {
    this.links.add(name);
    const reason = linkEscapes(name, target);
    if (reason === undefined) return;
    this.input.observe({ kind: 'archive.link', evidence: `link ${quote(name)} to ${quote(target)} (${reason})` });
  }

  private bomb(name: string, what: string): void {
    this.input.observe({ kind: 'archive.bomb', member: name, evidence: `${quote(name)}: ${what}` });
    this.input.unread(`${quote(name)} is too large to unpack`);
  }

  private opaque(member: ZipMember, reason: string): void {
    const name = quote(headersOf(member)[0]?.name ?? '');
    const said = saysEncrypted(member) ? 'encrypted' : reason;
    this.input.observe({ kind: 'archive.opaque', evidence: `${name}: ${said}` });
    this.input.unread(`${name}: ${said}`);
  }
}

/** Ciphertext looks random: content that is text or has a known mark was never encrypted. */
function isReadable(head: Buffer, pickle: boolean): boolean {
  const marks = ['PK\x03\x04', '\x93NUMPY', '\x1f\x8b', '\x89HDF', 'GGUF', '{'];
  const text = head.length > 0 && head.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127));
  return pickle || text || marks.some((mark) => head.toString('latin1', 0, mark.length) === mark);
}
