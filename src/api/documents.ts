/**
 * The kinds of evidence. The processes that read documents in isolation import this file too, so it loads no schema
 * library.
 */
export const evidenceKinds = ['report', 'sarif', 'sbom', 'vex', 'inventory', 'runtime_log', 'trace', 'raw'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Formats of a bill of materials. */
const sbomFormats = ['cyclonedx', 'spdx'] as const;
export type SbomFormat = (typeof sbomFormats)[number];

/** Formats of the results of other programs. */
export const artifactFormats = ['sarif', ...sbomFormats] as const;

/** Formats of a document that can be pushed: results of other programs, and our own report. */
export const documentFormats = [...artifactFormats, 'castellan'] as const;
export type DocumentFormat = (typeof documentFormats)[number];
