import { UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import { closest } from '../support/suggest.js';
import type { Ecosystem } from './ecosystem.js';
import { ecosystemOf, ecosystems } from './registry.js';

/** Names of languages and tools by which people call an ecosystem; used only for suggestions. */
const COLLOQUIAL: Readonly<Record<string, string>> = {
  dart: 'Pub',
  deb: 'Debian or Ubuntu',
  dotnet: 'NuGet',
  elixir: 'Hex',
  apk: 'Alpine, Wolfi or Chainguard',
  flutter: 'Pub',
  gradle: 'Maven',
  java: 'Maven',
  javascript: 'npm',
  node: 'npm',
  nodejs: 'npm',
  php: 'Packagist',
  pip: 'PyPI',
  pnpm: 'npm',
  python: 'PyPI',
  rhel: 'Red Hat',
  ruby: 'RubyGems',
  rust: 'crates.io',
  typescript: 'npm',
  yarn: 'npm',
};

/** The ecosystem of this name or package URL type, without regard to case. Undefined where there is none, or a type has several. */
export function ecosystemNamed(text: string): Ecosystem | undefined {
  const wanted = text.trim().toLowerCase();
  const exact = ecosystemOf(text) ?? ecosystems.find((ecosystem) => ecosystem.name.toLowerCase() === wanted);
  if (exact) return exact;
  const ofType = ecosystems.filter((ecosystem) => ecosystem.purlType === wanted);
  return ofType.length === 1 ? ofType[0] : undefined;
}

/** Like `ecosystemNamed`, but throws UsageError with `where` and the likely ecosystem when there is none of this name. */
export function requireEcosystem(text: string, where: string): Ecosystem {
  const found = ecosystemNamed(text);
  if (found) return found;
  const names = ecosystems.map(({ name }) => name);
  const meant = COLLOQUIAL[text.trim().toLowerCase()] ?? closest(text, names);
  const guess = meant === undefined ? '' : `, did you mean "${meant}"?`;
  throw new UsageError({ where, message: `"${quote(text, 40)}" is no ecosystem${guess}`, hint: `known: ${names.join(', ')}` });
}

/** OSV's spelling, with the release where one is given: `npm`, `Debian:12`. Throws UsageError as `requireEcosystem` does. */
export function canonicalEcosystem(text: string, where: string): string {
  const colon = text.indexOf(':');
  const { name } = requireEcosystem(colon === -1 ? text : text.slice(0, colon), where);
  return colon === -1 ? name : `${name}${text.slice(colon)}`;
}

/** True if one of these names covers the ecosystem: a name with a release covers that release, one without covers all. */
export function isAmongEcosystems(ecosystem: string, wanted: readonly string[]): boolean {
  return wanted.some((name) => ecosystem === name || ecosystem.startsWith(`${name}:`) || ecosystemOf(ecosystem)?.name === name);
}
