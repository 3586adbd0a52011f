import type { LockfileReader } from '../reader.js';
import { firstMark, isSbomName } from './sbom-name.js';

/** CycloneDX in JSON. It also accepts other JSON under an SBOM's name, to report that it is not an SBOM. */
export const cyclonedxJson: LockfileReader = {
  id: 'cyclonedx-json',
  title: 'CycloneDX JSON 1.2–1.7 (bom.json, *.cdx.json)',
  ecosystem: '',
  kind: 'lock',
  matches: isSbomName,
  recognises: (head) => firstMark(head) === '{' && /"bomFormat"\s*:|cyclonedx\.org\/schema\/bom/.test(head),
  sniff: (head) => ['{', '['].includes(firstMark(head)),
  async read(file) {
    const { readCycloneDxJson } = await import('./read-cyclonedx-json.js');
    return readCycloneDxJson(file);
  },
};
