import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { InputError, OperationalError } from '../../support/errors.js';
import { limits } from '../../support/limits.js';
import { StoredFile } from '../../system/stored-file.js';

/** One file of an archive. `read` unpacks it; it throws InputError when it is damaged, encrypted, or grows past the ceilings. */
export interface ZipEntry {
  name: string;
  read(): Buffer;
}

/**
 * The files of a zip archive in the order of its directory, read through one window of the file: entries of a few hundred
 * bytes by the hundred thousand would cost more in streams than in bytes. Throws OperationalError when it is no archive.
 */
export async function* zipEntries(path: string, where: string): AsyncGenerator<ZipEntry> {
  const directory = new StoredFile(path, 1024 * 1024);
  const content = new StoredFile(path);
  let taken = 0;
  try {
    for await (const entry of directoryOf(directory)) {
      if (entry.fileName.endsWith('/')) continue;
      taken += entry.uncompressedSize;
      if (taken > limits.maxArchiveBytes) throw new Error('it unpacks to more than the ceiling');
      yield { name: entry.fileName, read: () => unpack(content, entry) };
    }
  } catch (cause) {
    if (cause instanceof OperationalError) throw cause;
    throw new OperationalError({ where, message: `not a readable zip archive: ${cause instanceof Error ? cause.message : cause}`, cause });
  } finally {
    directory.close();
    content.close();
  }
}

async function* directoryOf(file: StoredFile): AsyncGenerator<Entry> {
  const zip = await fromRandomAccessReaderPromise(new WindowReader(file), file.size, { autoClose: false, validateEntrySizes: false });
  yield* zip.eachEntry();
}

class WindowReader extends RandomAccessReader {
  constructor(private readonly file: StoredFile) {
    super();
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    const copied = this.file.read(position, length).copy(buffer, offset);
    callback(copied === length ? null : new Error('it ends too early'));
  }
}

/** Local file header: signature, …, name length at 26, extra length at 28, data from 30 on (APPNOTE 4.3.7). */
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;

function unpack(file: StoredFile, entry: Entry): Buffer {
  refuseBombs(entry);
  const header = file.read(entry.relativeOffsetOfLocalHeader, LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER) throw broken(entry, 'its header is missing');
  const start = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = file.read(start, entry.compressedSize);
  const bytes = entry.compressionMethod === 0 ? Buffer.from(packed) : inflate(packed, entry);
  if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) throw broken(entry, 'its checksum does not match');
  return bytes;
}

function refuseBombs(entry: Entry): void {
  const { uncompressedSize: size, compressedSize: packed } = entry;
  if (size > limits.maxAdvisoryBytes) throw broken(entry, `it is larger than ${limits.maxAdvisoryBytes / 1024 / 1024} MiB`);
  if (size > Math.max(packed, 1) * limits.maxCompressionRatio) throw broken(entry, 'it is packed too tightly to be a record');
  if (entry.isEncrypted() || (entry.compressionMethod !== 0 && entry.compressionMethod !== 8))
    throw broken(entry, 'it is encrypted or packed in an unknown way');
}

function inflate(packed: Buffer, entry: Entry): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(entry.uncompressedSize, 1) });
  } catch (cause) {
    throw broken(entry, 'it cannot be unpacked', cause);
  }
}

function broken(entry: Entry, message: string, cause?: unknown): InputError {
  return new InputError({ where: entry.fileName.slice(0, 200), issue: 'archive', message, cause });
}
