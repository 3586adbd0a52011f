import type { LockfileReader } from '../reader.js';
import { firstMark, isSbomName } from './sbom-name.js';

/** SPDX in JSON, also in the form of GitHub's dependency graph export. */
export const spdxJson: LockfileReader = {
  id: 'spdx-json',
  title: 'SPDX JSON 2.2, 2.3 (*.spdx.json)',
  ecosystem: '',
  kind: 'lock',
  matches: isSbomName,
  recognises: isSpdxJson,
  sniff: isSpdxJson,
  async read(file) {
    const { readSpdxJson } = await import('./read-spdx-json.js');
    return readSpdxJson(file);
  },
};

function isSpdxJson(head: string): boolean {
  return firstMark(head) === '{' && /"spdxVersion"|"SPDXID"|"SPDXRef-|spdx\.org\/rdf\//.test(head) && !head.includes('"bomFormat"');
}
