import type { DependencyScope } from './component.js';

/** What a policy says of a licence, best first. */
export const licenseVerdicts = ['allow', 'review', 'deny'] as const;
export type LicenseVerdict = (typeof licenseVerdicts)[number];

/** Entries: ids in normal form, `id WITH exception`, patterns with `*`, `category:…`. */
export interface LicenseLists {
  allow: string[];
  review: string[];
  deny: string[];
  /** Exceptions that make their licence as good as the entry for the licence alone. */
  exceptions: string[];
  /** Entries whose denied licences are critical. */
  critical: string[];
  /** For licences that no entry and no category decides. */
  default: LicenseVerdict;
}

/** What is known of one package besides its own words, or said of it whatever its licence. */
export interface LicenseOverride {
  /** Purl; without a version: all versions. */
  package: string;
  /** Exactly one of both. The licence is in normal form. */
  verdict?: Exclude<LicenseVerdict, 'allow'>;
  license?: string;
  reason: string;
  /** `YYYY-MM-DD`, last day it holds. */
  expires: string;
}

/** The part `licenses` of a policy file. Packages that it allows whatever their licence are among the file's ignores. */
export interface LicensePolicy extends LicenseLists {
  /** The lists for components of one scope, where they differ. Whatever is no development dependency is of `prod`. */
  scopes: Partial<Record<PolicyScope, LicenseLists>>;
  overrides: LicenseOverride[];
}

export const policyScopes = ['prod', 'dev'] as const satisfies readonly DependencyScope[];
export type PolicyScope = (typeof policyScopes)[number];

/** Ids of the findings that a licence policy makes. */
export const licenseRules = { deny: 'license-deny', review: 'license-review' } as const;
