import type { LockfileReader } from '../reader.js';
import { firstMark, isSbomName } from './sbom-name.js';

/** SPDX in tag-value form. It also accepts other text under an SBOM's name (YAML), to report that it is not read. */
export const spdxTagValue: LockfileReader = {
  id: 'spdx-tag',
  title: 'SPDX tag-value 2.2, 2.3 (*.spdx)',
  ecosystem: '',
  kind: 'lock',
  matches: isSbomName,
  recognises: (head) => !['{', '[', '<'].includes(firstMark(head)) && /^\s*"?SPDXVersion"?\s*:/im.test(head),
  sniff: (head) => !['{', '[', '<'].includes(firstMark(head)) && /^\s*"?SPDXVersion"?\s*:/im.test(head),
  async read(file) {
    const { readSpdxTagValue } = await import('./read-spdx-tag-value.js');
    return readSpdxTagValue(file);
  },
};
