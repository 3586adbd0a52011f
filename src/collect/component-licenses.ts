import { ecosystemOf } from '../ecosystems/registry.js';
import { type LicenseSource, readLicense } from '../support/licenses/sources.js';

/** How the packages of a purl type write their licences; those of other types are read as names. */
const SOURCES: Readonly<Record<string, LicenseSource>> = {
  apk: 'apk',
  bioconductor: 'cran',
  cargo: 'cargo',
  composer: 'composer',
  cran: 'cran',
  deb: 'debian',
  gem: 'rubygems',
  jsr: 'npm',
  maven: 'maven',
  npm: 'npm',
  nuget: 'nuget',
  pypi: 'pypi',
  rpm: 'rpm',
};

/** Most packages write one of a few dozen texts. */
const seen = new Map<string, string[]>();
const MAX_SEEN = 10_000;

/**
 * What a component says of its licence: one expression in normal form, or the words as written where no single expression follows
 * from them. Empty where nothing is said.
 */
export function componentLicenses(ecosystem: string, words: readonly string[] | undefined): string[] {
  if (words === undefined || words.length === 0) return [];
  const key = `${ecosystem}\n${words.join('\n')}`;
  const known = seen.get(key);
  if (known !== undefined) return known;
  if (seen.size > MAX_SEEN) seen.clear();
  const read = readWords(ecosystem, words);
  seen.set(key, read);
  return read;
}

function readWords(ecosystem: string, words: readonly string[]): string[] {
  const source = SOURCES[ecosystemOf(ecosystem)?.purlType ?? ''] ?? 'name';
  const { expression } = readLicense(source, words.length === 1 ? words[0] : words);
  if (expression === 'NOASSERTION') return [];
  return expression === undefined ? words.map((word) => word.trim()).filter((word) => word !== '') : [expression];
}
