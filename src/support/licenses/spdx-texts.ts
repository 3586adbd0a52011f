// Only a run from source reads the package. The build puts the texts here, compressed.
import list from 'spdx-license-list/full.js';

/** The full texts of the SPDX licence list by id. Five megabytes: only for who reads or writes licence texts. */
export function spdxTexts(): ReadonlyMap<string, string> {
  return new Map(Object.entries(list).map(([id, { licenseText }]) => [id, licenseText]));
}
