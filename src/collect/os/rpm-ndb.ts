import { InputError } from '../../support/errors.js';

/** Magic numbers of rpm's ndb format, little-endian texts: `RpmP`, `Slot`, `BlbS`. */
const MAGIC = { file: 0x506d7052, slot: 0x746f6c53, blob: 0x53626c42 } as const;
const SLOT_BYTES = 16;
const HEADER_BYTES = 32;
const BLOCK_BYTES = 16;
const PAGE_BYTES = 4096;
const BLOB_HEADER = 16;

/** True when the bytes begin like rpm's ndb format (`Packages.db`, SUSE). */
export function isNdb(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER_BYTES && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC.file;
}

/**
 * The package headers of an ndb database (rpm's lib/backend/ndb/rpmpkg.c), in the order of its slots. Throws InputError
 * for slots that lead outside the file, and when the blobs together are larger than the file: then they overlap, and
 * reading them could cost more than the file's size.
 */
export function* readNdb(bytes: Uint8Array, where: string): Generator<Uint8Array> {
  const fail = (reason: string) => new InputError({ where, message: `broken rpm database (ndb): ${reason}` });
  if (!isNdb(bytes)) throw fail('no ndb header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(4, true) !== 0) {
    throw new InputError({
      where,
      issue: 'unsupported_version',
      message: `ndb database of version ${view.getUint32(4, true)}, expected 0`,
    });
  }
  const end = view.getUint32(12, true) * PAGE_BYTES;
  if (end === 0 || end > bytes.length) throw fail('its slots exceed the file');
  let total = 0;
  for (let at = HEADER_BYTES; at < end; at += SLOT_BYTES) {
    if (view.getUint32(at, true) !== MAGIC.slot) throw fail(`no slot at ${at}`);
    const index = view.getUint32(at + 4, true);
    const block = view.getUint32(at + 8, true);
    if (block === 0 && index === 0) continue;
    const blob = blobAt(bytes, view, block * BLOCK_BYTES);
    if (blob?.index !== index) throw fail(`slot of package ${index} leads to no blob of it`);
    total += blob.data.length;
    if (total > bytes.length) throw fail('its blobs overlap');
    yield blob.data;
  }
}

function blobAt(bytes: Uint8Array, view: DataView, at: number): { index: number; data: Uint8Array } | undefined {
  if (at + BLOB_HEADER > bytes.length || view.getUint32(at, true) !== MAGIC.blob) return undefined;
  const start = at + BLOB_HEADER;
  const end = start + view.getUint32(at + 12, true);
  return end > bytes.length ? undefined : { index: view.getUint32(at + 4, true), data: bytes.subarray(start, end) };
}
