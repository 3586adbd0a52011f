import type { VexStatement } from '../model/request.js';
import { UsageError } from '../support/errors.js';
import { isObject, type JsonObject, parseJson } from '../support/json.js';

/** Reads VEX statements from OpenVEX or from a CycloneDX document with vulnerabilities. Another document is a UsageError. */
export function parseVex(text: string, source: string): VexStatement[] {
  let document: unknown;
  try {
    document = parseJson(text, source);
  } catch (cause) {
    throw new UsageError({ where: source, message: 'is no JSON, and VEX is read from OpenVEX or CycloneDX JSON', cause });
  }
  if (!isObject(document)) throw new UsageError({ where: source, message: 'is no VEX document' });
  const context = document['@context'];
  if (typeof context === 'string' && context.includes('openvex')) return openVex(document, source);
  if (document.bomFormat === 'CycloneDX') return cycloneDxVex(document, source);
  throw new UsageError({ where: source, message: 'is neither OpenVEX nor CycloneDX' });
}

const STATUSES = ['not_affected', 'affected', 'fixed', 'under_investigation'] as const;

/** OpenVEX 0.2.0, section "Statement": products are purls, `@id` or `identifiers.purl`. */
function openVex(document: JsonObject, source: string): VexStatement[] {
  return objects(document.statements).map((statement, index) => {
    const place = `${source} statement ${index + 1}`;
    const status = STATUSES.find((word) => word === statement.status);
    if (!status) throw new UsageError({ where: place, message: 'has no legal status' });
    const { vulnerability } = statement;
    const named = isObject(vulnerability) ? vulnerability : { name: vulnerability };
    const id = textOf(named.name) ?? textOf(named['@id']);
    if (id === undefined) throw new UsageError({ where: place, message: 'names no vulnerability' });
    const justification = textOf(statement.justification);
    const words = textOf(statement.impact_statement) ?? textOf(statement.action_statement);
    return {
      id,
      aliases: texts(named.aliases),
      products: objects(statement.products).flatMap(productPurls),
      status,
      ...(justification !== undefined && { justification }),
      ...(words !== undefined && { statement: words }),
      source: place,
    };
  });
}

function productPurls(product: JsonObject): string[] {
  const identifiers = isObject(product.identifiers) ? product.identifiers : {};
  const own = [textOf(product['@id']), textOf(identifiers.purl)].filter((text) => text?.startsWith('pkg:'));
  const parts = objects(product.subcomponents).flatMap(productPurls);
  // A statement about a part of a product covers the part only.
  return parts.length > 0 ? parts : own.flatMap((text) => text ?? []);
}

/** CycloneDX 1.4+ `vulnerabilities[].analysis.state` in OpenVEX words. */
const STATES: Readonly<Record<string, VexStatement['status']>> = {
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  exploitable: 'affected',
  in_triage: 'under_investigation',
  false_positive: 'not_affected',
  not_affected: 'not_affected',
};

function cycloneDxVex(document: JsonObject, source: string): VexStatement[] {
  const purls = new Map<string, string>();
  for (const component of objects(document.components)) {
    const purl = textOf(component.purl);
    const ref = textOf(component['bom-ref']);
    if (purl !== undefined && ref !== undefined) purls.set(ref, purl);
  }
  return objects(document.vulnerabilities).flatMap((vulnerability, index) => {
    const analysis = isObject(vulnerability.analysis) ? vulnerability.analysis : undefined;
    const status = STATES[textOf(analysis?.state) ?? ''];
    const id = textOf(vulnerability.id);
    // A vulnerability without analysis is a finding, no statement.
    if (!status || id === undefined) return [];
    const justification = textOf(analysis?.justification);
    const detail = textOf(analysis?.detail);
    return [
      {
        id,
        aliases: objects(vulnerability.references).flatMap((reference) => textOf(reference.id) ?? []),
        products: objects(vulnerability.affects).flatMap((affected) => productOf(textOf(affected.ref), purls)),
        status,
        ...(justification !== undefined && { justification }),
        ...(detail !== undefined && { statement: detail }),
        source: `${source} vulnerability ${index + 1}`,
      },
    ];
  });
}

/** A ref is a bom-ref of the document, a purl, or a BOM-Link whose fragment is one of the two. */
function productOf(ref: string | undefined, purls: ReadonlyMap<string, string>): string[] {
  if (ref === undefined) return [];
  const hash = ref.indexOf('#');
  const inner = ref.startsWith('urn:cdx:') && hash !== -1 ? decode(ref.slice(hash + 1)) : ref;
  const purl = purls.get(inner) ?? (inner.startsWith('pkg:') ? inner : undefined);
  return purl === undefined ? [] : [purl];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
