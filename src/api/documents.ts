/** What evidence may be. Shared with the processes that read documents apart, so this file loads no schema library. */
export const evidenceKinds = ['report', 'sarif', 'sbom', 'vex', 'inventory', 'runtime_log', 'trace', 'raw'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Formats of a bill of materials. */
const sbomFormats = ['cyclonedx', 'spdx'] as const;
export type SbomFormat = (typeof sbomFormats)[number];

/** Formats of other programs' results. */
export const artifactFormats = ['sarif', ...sbomFormats] as const;

/** Formats of a document that comes in: other programs' results, and our own report. */
export const documentFormats = [...artifactFormats, 'castellan'] as const;
export type DocumentFormat = (typeof documentFormats)[number];
