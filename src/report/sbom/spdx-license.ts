import { type License, licenseForms } from '../licenses.js';

interface ExtractedLicense {
  licenseId: string;
  extractedText: string;
  name: string;
}

/**
 * The licence expressions of one document. SPDX knows only expressions (2.3, annex D), so free names become
 * `LicenseRef-castellan-n`, each listed once in the order of first use.
 */
export class LicenseTexts {
  private readonly names = new Map<string, string>();
  private readonly references = new Set<string>();

  /**
   * All licences of a package in one expression. Several are joined by AND, which never allows more than the evidence
   * does.
   */
  expression(words: readonly string[]): string {
    const licenses = licenseForms(words);
    if (licenses.length === 0) return 'NOASSERTION';
    const parts = licenses.map((license) => this.part(license));
    return licenses.length === 1 ? parts.join('') : parts.map((part) => (part.includes(' ') ? `(${part})` : part)).join(' AND ');
  }

  /** The document's entries for the licence references that are not on the SPDX list. */
  extracted(): ExtractedLicense[] {
    const named = [...this.names].map(([name, licenseId]) => ({ licenseId, extractedText: name, name }));
    const referred = [...this.references].map((licenseId) => ({
      licenseId,
      extractedText: 'The evidence names this licence without its text.',
      name: licenseId,
    }));
    return [...named, ...referred];
  }

  private part({ kind, text }: License): string {
    if (kind === 'name') return this.reference(text);
    for (const reference of text.match(/\bLicenseRef-[A-Za-z0-9.-]+/g) ?? []) this.references.add(reference);
    return text;
  }

  private reference(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const reference = `LicenseRef-castellan-${this.names.size + 1}`;
    this.names.set(name, reference);
    return reference;
  }
}
