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

/** What the policy says of one package, whatever its licence. */
export interface LicenseOverride {
  /** Purl; without a version: all versions. */
  package: string;
  verdict: LicenseVerdict;
  reason: string;
  /** `YYYY-MM-DD`, last day it holds. */
  expires: string;
}

/** The part `licenses` of a policy file. */
export interface LicensePolicy extends LicenseLists {
  /** The lists for components of one scope, where they differ. Whatever is no development dependency is of `prod`. */
  scopes: Partial<Record<PolicyScope, LicenseLists>>;
  overrides: LicenseOverride[];
}

export const policyScopes = ['prod', 'dev'] as const satisfies readonly DependencyScope[];
export type PolicyScope = (typeof policyScopes)[number];
