import { ecosystemOf } from '../../ecosystems/registry.js';
import type { Component } from '../../model/component.js';
import type { Finding } from '../../model/finding.js';
import { upgradeCommand } from './detector.js';
import { smallestFix } from './fixed-version.js';

/** The one upgrade of a component, and which of its findings it clears. Lists hold fingerprints, sorted. */
export interface Remediation {
  version?: string;
  command?: string;
  clears: string[];
  unfixable: string[];
}

/** The smallest version that clears all fixable findings of a component, of the same major where one does. */
export function remediate(component: Component, findings: readonly Finding[]): Remediation {
  const fixable = findings.filter((finding) => finding.fixed_version !== undefined);
  const unfixable = fingerprints(findings.filter((finding) => finding.fixed_version === undefined));
  const ordering = ecosystemOf(component.ecosystem)?.ordering;
  const fixes = [...new Set(fixable.flatMap((finding) => finding.fixed_version ?? []))];
  if (!ordering || component.version === null || fixes.length === 0) return { clears: [], unfixable };
  const highest = fixes.sort(ordering.compare).at(-1);
  const version =
    smallestFix(
      component.version,
      fixes.map((fix) => [fix]),
      ordering,
    ) ?? highest;
  if (version === undefined) return { clears: [], unfixable };
  const command = component.direct === false ? undefined : upgradeCommand(component, version);
  return { version, ...(command !== undefined && { command }), clears: fingerprints(fixable), unfixable };
}

function fingerprints(findings: readonly Finding[]): string[] {
  return findings.map((finding) => finding.fingerprint).sort();
}
