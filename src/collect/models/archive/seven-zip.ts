import type { FormatScanner } from '../contract/format.js';

const MAGIC = Buffer.from('377abcaf271c', 'hex');

/** 7z archives. No common loader of models opens them by itself, so they are recognised and reported as unread. */
export const sevenZipScanner: FormatScanner = {
  id: '7z',
  sniff: (head) => head.subarray(0, MAGIC.length).equals(MAGIC),
  scan: (input) => {
    input.observe({ kind: 'archive.7z', evidence: '7z archive' });
    input.unread('7z archives are not unpacked');
  },
};
