import type { FormatScanner, ScanInput } from '../contract/format.js';
import { type ByteSource, sliceSource } from '../contract/source.js';
import { Bzip2 } from './bzip2.js';
import { type Decoder, decodeAll } from './decoder.js';
import { Gzip } from './gzip.js';
import { Inflate } from './inflate.js';
import { Lz4 } from './lz4.js';
import { aloneHeader, Lzma } from './lzma.js';
import { Xz } from './xz.js';
import { Zstd } from './zstd.js';

const SUFFIX = /\.(?:gz|bz2|xz|lzma|lz4|zst|z)$/i;
/** joblib before 0.10: `ZF`, the length in hexadecimal, blanks, then zlib. */
const OLD_JOBLIB = /^ZF0x[0-9a-f]+L?\s*/;
const ZLIB_HEADER = 2;

/** Formats that compress a single file; the decompressed bytes are scanned as that file. */
export const compressedScanners: readonly FormatScanner[] = [
  compressed(
    'gzip',
    (head) => starts(head, '1f8b08'),
    (source) => new Gzip(source),
  ),
  compressed(
    'bzip2',
    (head) => starts(head, '425a68') && starts(head.subarray(4), '314159265359'),
    (source) => new Bzip2(source),
  ),
  compressed(
    'xz',
    (head) => starts(head, 'fd377a585a00'),
    (source) => new Xz(source),
  ),
  compressed(
    'lz4',
    (head) => starts(head, '04224d18'),
    (source) => new Lz4(source),
  ),
  compressed(
    'zstd',
    (head) => starts(head, '28b52ffd'),
    (source) => new Zstd(source),
  ),
  compressed('lzma', (head, source) => starts(head, '5d0000') && aloneHeader(source) !== undefined, lzma),
  compressed(
    'zlib',
    (head, source) => isZlib(head) && yields(new Inflate(source, ZLIB_HEADER)),
    (source) => new Inflate(source, ZLIB_HEADER),
  ),
  compressed('joblib-zf', (head) => OLD_JOBLIB.test(head.toString('latin1', 0, 64)), oldJoblib),
];

function compressed(
  id: string,
  sniff: (head: Buffer, source: ByteSource) => boolean,
  decoder: (source: ByteSource) => Decoder,
): FormatScanner {
  return { id, sniff: (head, _name, source) => sniff(head, source), scan: (input) => unpack(input, () => decoder(input.source)) };
}

function unpack(input: ScanInput, maker: () => Decoder): void {
  const { source, fault, bomb, consumed } = decodeAll(maker, input.budget);
  if (fault !== undefined) input.unread(fault);
  if (bomb) {
    input.observe({ kind: 'archive.bomb', evidence: `compression ratio above ${Math.floor(source.size / Math.max(1, consumed))} to 1` });
    input.unread('inflates beyond the limit');
  }
  input.nested(input.name.replace(SUFFIX, ''), source, true);
}

function lzma(source: ByteSource): Decoder {
  return new Lzma(source, aloneHeader(source) ?? { parameters: 255, dictionary: 0, size: 0 });
}

function oldJoblib(source: ByteSource): Decoder {
  const [header = ''] = OLD_JOBLIB.exec(source.read(0, 64).toString('latin1')) ?? [];
  return new Inflate(sliceSource(source, header.length, source.size), ZLIB_HEADER);
}

function starts(head: Buffer, hex: string): boolean {
  return head.subarray(0, hex.length / 2).toString('hex') === hex;
}

/** RFC 1950: deflate with a window of 32 KiB, and a header that is a multiple of 31. */
function isZlib(head: Buffer): boolean {
  return head.length > 2 && head[0] === 0x78 && head.readUInt16BE(0) % 31 === 0;
}

/** Two bytes are weak evidence, so the data must decode too. */
function yields(decoder: Decoder): boolean {
  return (decoder.next()?.length ?? 0) > 0;
}
