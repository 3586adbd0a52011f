import type { LockfileReader } from '../reader.js';
import { firstMark, isSbomName } from './sbom-name.js';

/** CycloneDX in XML. It also accepts other XML under an SBOM's name (SPDX RDF), to report that it is not read. */
export const cyclonedxXml: LockfileReader = {
  id: 'cyclonedx-xml',
  title: 'CycloneDX XML 1.0–1.7 (bom.xml, *.cdx.xml)',
  ecosystem: '',
  kind: 'lock',
  matches: isSbomName,
  recognises: (head) => firstMark(head) === '<' && /<(?:\w{1,20}:)?bom[\s>]|spdx\.org\/rdf\/|spdx\.org\/spdxdocs/.test(head),
  sniff: (head) => firstMark(head) === '<' && (/<(?:\w{1,20}:)?bom[\s>]/.test(head) || /^\s*<\?xml/.test(head)),
  async read(file) {
    const { readCycloneDxXml } = await import('./read-cyclonedx-xml.js');
    return readCycloneDxXml(file);
  },
};
