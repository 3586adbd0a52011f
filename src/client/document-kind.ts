import type { Outline } from './json-outline.js';

/** The kinds of documents that can be pushed from a file. */
export const documentKinds = {
  report: 'castellan report',
  sarif: 'SARIF log',
  cyclonedx: 'CycloneDX bill of materials',
  spdx: 'SPDX bill of materials',
  findings: 'list of findings',
  traces: 'OTLP traces',
} as const;

export type DocumentKind = keyof typeof documentKinds;

/** How a document is written: as JSON, or as another text that is sent as one JSON string. */
export interface RecognisedDocument {
  kind: DocumentKind;
  syntax: 'json' | 'text';
}

/** The kind of a JSON document; undefined when no intake accepts it. */
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

/** The kind of a document that is no JSON, by its beginning. */
export function textKind(head: string): DocumentKind | undefined {
  if (/^\s*</.test(head)) return /<bom\b|cyclonedx\.org\/schema\/bom/i.test(head) ? 'cyclonedx' : undefined;
  return /^SPDXVersion:/m.test(head) ? 'spdx' : undefined;
}
