import type { Ordering } from './versions/ordering.js';

/** One ecosystem: how its packages are named, ordered, identified and upgraded. Pure data and functions. */
export interface Ecosystem {
  /** OSV's name without release suffix: `npm`, `Debian`. Ecosystems OSV lacks use their purl type: `cocoapods`. */
  readonly name: string;
  /** False when OSV publishes no advisories for it. */
  readonly inOsv: boolean;
  readonly purlType: string;
  /** Namespace of distributions: `debian` in `pkg:deb/debian/…`. */
  readonly purlNamespace?: string;
  readonly ordering: Ordering;
  /** Form in which two names are the same package: PEP 503 for PyPI, lower case for NuGet, unchanged for npm. */
  normaliseName(name: string): string;
  /**
   * The pattern of names with a mandatory part. `form` shows people how to write such a name. `registryOnly`: projects may use shorter
   * names for their own packages, so the pattern holds only for published ones.
   */
  readonly nameForm?: { form: string; fits(name: string): boolean; registryOnly?: true };
  /** Splits a name into purl namespace and name: `@scope/x` → `@scope`, `x`; `g:a` → `g`, `a`. */
  purlParts(name: string): { namespace?: string; name: string };
  /** The reverse of `purlParts`. */
  nameOfPurl(namespace: string | undefined, name: string): string;
  /** Hosts of the public registry; a component resolved from elsewhere is private. Empty: there is none. */
  readonly publicHosts: readonly string[];
  /**
   * Database names to look a component up under, most specific first, given the component's ecosystem (`Debian:12`)
   * and the suffixed names the database has. Absent: the exact name only.
   */
  lookupNames?(ecosystem: string, known: readonly string[]): readonly string[];
  /** True when advisories name the source package (Debian, Alpine), so `origin` is looked up as well. */
  readonly bySource?: boolean;
  /** Distributions: why their advisories are not about this build of a package; undefined where they are. */
  foreignBuild?(version: string, vendor?: string): string | undefined;
  /** Kinds of builds that are patched apart; versions are compared within one kind only. */
  flavour?(version: string): string;
  /** Names of the database under which fixes for subscribers are kept. */
  subscriptionNames?(ecosystem: string, known: readonly string[]): readonly string[];
  /** Command that installs `version`, for the tool that wrote `format` (a reader's id): `npm install left-pad@1.3.0`. */
  upgradeCommand?(name: string, version: string, format?: string): string;
}
