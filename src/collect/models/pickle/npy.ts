import type { FormatScanner, ScanInput } from '../contract/format.js';
import { sliceSource } from '../contract/source.js';
import { scanPickle } from './scanner.js';

const MAGIC = Buffer.from('\x93NUMPY', 'latin1');
const MAX_HEADER = 1024 * 1024;
/** A type string or a field's type that contains objects. */
const OBJECT_TYPE = /['"][|<>=]?O\d*['"]/;

/**
 * NumPy's `.npy`: a Python literal as header, then numbers, or a pickle when the type contains objects
 * (numpy/lib/format.py).
 */
export const npyScanner: FormatScanner = {
  id: 'npy',
  sniff: (head) => head.subarray(0, MAGIC.length).equals(MAGIC),
  scan: scanNpy,
};

function scanNpy(input: ScanInput): void {
  const head = input.source.read(0, 12);
  const wide = (head[6] ?? 1) > 1;
  const start = wide ? 12 : 10;
  const length = head.length < 12 ? MAX_HEADER + 1 : wide ? head.readUInt32LE(8) : head.readUInt16LE(8);
  if (length > MAX_HEADER || start + length > input.source.size) {
    input.unread('npy header is cut off');
    return;
  }
  const header = input.source.read(start, length).toString('latin1');
  if (!/['"]descr['"]/.test(header)) input.unread('npy header states no type');
  if (!OBJECT_TYPE.test(header)) return;
  input.observe({ kind: 'npy.object', evidence: 'array of Python objects' });
  const source = sliceSource(input.source, start + length, input.source.size);
  scanPickle({ ...input, source }, {});
}
