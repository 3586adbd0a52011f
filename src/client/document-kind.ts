import type { Outline } from './json-outline.js';

/** What can be pushed from a file. */
export const documentKinds = {
  report: 'castellan report',
  sarif: 'SARIF log',
  cyclonedx: 'CycloneDX bill of materials',
  spdx: 'SPDX bill of materials',
  findings: 'list of findings',
  traces: 'OTLP traces',
} as const;

export type DocumentKind = keyof typeof documentKinds;

/** How a document is written: as JSON, or as a text of its own that goes into JSON as one text. */
export interface Recognised {
  kind: DocumentKind;
  syntax: 'json' | 'text';
}

/** The document that a JSON text is; undefined for what nobody takes. */
export function jsonKind({ kind, members }: Outline): DocumentKind | undefined {
  if (kind === 'array') return 'findings';
  if (kind !== 'object') return undefined;
  const has = (...names: string[]) => names.every((name) => members.has(name));
  const names = (name: string, pattern: RegExp) => pattern.test(members.get(name) ?? '');
  if (has('schema_version', 'scan_run')) return 'report';
  if (has('runs') && (has('version') || names('$schema', /sarif/i))) return 'sarif';
  if (names('bomFormat', /^CycloneDX$/i) || names('$schema', /cyclonedx/i)) return 'cyclonedx';
  if (has('spdxVersion') || (has('@graph') && has('@context'))) return 'spdx';
  if (has('resourceSpans')) return 'traces';
  if (has('findings')) return 'findings';
  return undefined;
}

/** The document that a text begins which is no JSON. */
export function textKind(head: string): DocumentKind | undefined {
  if (/^\s*</.test(head)) return /<bom\b|cyclonedx\.org\/schema\/bom/i.test(head) ? 'cyclonedx' : undefined;
  return /^SPDXVersion:/m.test(head) ? 'spdx' : undefined;
}
