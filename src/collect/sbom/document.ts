import { InputError } from '../../support/errors.js';
import { formatExpression, joined } from '../../support/licenses/expression.js';
import { readName } from '../../support/licenses/names.js';
import { limits } from '../../support/limits.js';
import { emptyResult, type PackageRecord, type ReadResult } from '../reader.js';
import { directNodes } from './direct.js';
import { identifyComponent } from './identity.js';
import type { SbomDocument, SbomNode } from './sbom-document.js';

export type { SbomDocument, SbomNode } from './sbom-document.js';

/** An empty document. */
export function emptyDocument(): SbomDocument {
  return { nodes: [], edges: new Map(), roots: [], issues: [] };
}

/** Adds an edge; repeated targets are allowed. */
export function addEdge(document: SbomDocument, from: string, to: string): void {
  const known = document.edges.get(from);
  if (known) known.push(to);
  else document.edges.set(from, [to]);
}

/** Packages by their purls. A component without a purl becomes `unidentified`, one with an invalid purl an issue. */
export function readResult(document: SbomDocument): ReadResult {
  const result = emptyResult();
  result.issues.push(...document.issues);
  const unidentified: NonNullable<ReadResult['unidentified']> = [];
  const direct = directNodes(document);
  for (const node of document.nodes.slice(0, limits.maxPackages)) {
    if (node.purls.length === 0) unidentified.push(entryOf(node));
    else addPackages(result, node, document, direct?.get(node.key));
  }
  if (unidentified.length > 0) result.unidentified = unidentified;
  if (document.nodes.length > limits.maxPackages) {
    result.issues.push({ kind: 'too_many', reason: `more than ${limits.maxPackages} components` });
    result.outcome = 'truncated';
  }
  return result;
}

function entryOf({ name, version, aside }: SbomNode) {
  return { name: cut(name), version: version === null ? null : cut(version), ...(aside && { aside }) };
}

function cut(text: string): string {
  return text.slice(0, limits.maxNameLength);
}

function addPackages(result: ReadResult, node: SbomNode, document: SbomDocument, direct: boolean | undefined): void {
  let key = node.key;
  for (const purl of node.purls) {
    try {
      addPackage(result, node, { key, purl, direct: node.direct ?? direct, dependencies: document.edges.get(node.key) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const reason = `component ${node.name.slice(0, 80)}: ${error.message}`;
      result.issues.push({ kind: 'invalid_entry', reason, ...(node.line !== undefined && { line: node.line }) });
    }
    // Edges lead to the first purl of a component that has several.
    key = `${key}\n${purl}`;
  }
}

interface Placement {
  key: string;
  purl: string;
  direct: boolean | undefined;
  dependencies: string[] | undefined;
}

function addPackage(result: ReadResult, node: SbomNode, { key, purl, direct, dependencies }: Placement): void {
  const { scope, line, requirement, integrity } = node;
  const identity = identifyComponent(purl, node.version);
  const stated = { ...(line !== undefined && { line }), ...(scope && { scope }), ...(direct !== undefined && { direct }) };
  if (requirement !== undefined) {
    result.unresolved.push({ name: identity.name, ecosystem: identity.ecosystem, requirement, ...stated });
    return;
  }
  const record: PackageRecord = { key, ...identity, ...stated };
  if (node.licenses.length > 0) record.licenses = allOf(node.licenses);
  if (integrity) record.integrity = integrity;
  if (dependencies) record.dependencies = [...new Set(dependencies)].sort();
  if (node.origin && !record.origin) record.origin = node.origin;
  result.packages.push(record);
}

/** Several licences of one component hold together: a bill of materials writes a choice as an expression. */
function allOf(words: readonly string[]): string[] {
  if (words.length === 1) return [...words];
  const read = words.map(readName);
  const whole = read.every((one) => one !== undefined) ? joined('AND', read) : undefined;
  return whole === undefined ? [...words] : [formatExpression(whole)];
}
