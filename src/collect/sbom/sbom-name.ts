const NAME =
  /^(?:s?bom|cyclonedx|spdx)\.(?:json|xml)$|\.(?:cdx|s?bom)\.(?:json|xml)$|[-_]sbom\.(?:json|xml)$|\.spdx(?:\.(?:json|xml|rdf|ya?ml|txt|tag))?$/;

/** True for the usual file names of CycloneDX and SPDX documents; the content decides which format it is. */
export function isSbomName(path: string): boolean {
  return NAME.test(path.slice(path.lastIndexOf('/') + 1).toLowerCase());
}

/** First character that is not white space, of a head that may still have its byte-order mark. */
export function firstMark(head: string): string {
  return /[^\s\ufeff]/.exec(head)?.[0] ?? '';
}
