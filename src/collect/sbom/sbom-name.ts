const NAME =
  /^(?:s?bom|cyclonedx|spdx)\.(?:json|xml)$|\.(?:cdx|s?bom)\.(?:json|xml)$|[-_]sbom\.(?:json|xml)$|\.spdx(?:\.(?:json|xml|rdf|ya?ml|txt|tag))?$/;

/** True for file names by which documents of CycloneDX and SPDX go; their content decides which they are. */
export function isSbomName(path: string): boolean {
  return NAME.test(path.slice(path.lastIndexOf('/') + 1).toLowerCase());
}

/** First character that is not white space, of a head whose byte-order mark may still be there. */
export function firstMark(head: string): string {
  return /[^\s\ufeff]/.exec(head)?.[0] ?? '';
}
