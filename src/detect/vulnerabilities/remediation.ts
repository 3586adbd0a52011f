import { ecosystemOf } from '../../ecosystems/registry.js';
import { UpgradeCommands } from '../../ecosystems/upgrade-commands.js';
import type { Match } from '../../model/advisory.js';
import type { Component } from '../../model/component.js';
import type { Finding } from '../../model/finding.js';
import { bestUpgrade, type Fixes } from './fixed-version.js';

/** The upgrade of a component, and the findings that it resolves. Lists hold fingerprints, sorted. */
export interface Remediation {
  version?: string;
  command?: string;
  clears: string[];
  /** Findings that the upgrade does not resolve; all of them when there is no upgrade. */
  unfixable: string[];
}

/**
 * The smallest version that resolves a component's findings, preferably of the same major version; when none resolves
 * all, the one that resolves most. `matches` provide every fixed version of an advisory; without them only the
 * findings' own `fixed_version` is known.
 */
export function remediate(
  component: Component,
  findings: readonly Finding[],
  matches: readonly Match[] = [],
  commands = new UpgradeCommands([]),
): Remediation {
  const ordering = ecosystemOf(component.ecosystem)?.ordering;
  const own = matches.filter((match) => match.component === component.ref);
  const problems = findings.map((finding) => fixesOf(finding, own));
  const upgrade = ordering && component.version !== null ? bestUpgrade(component.version, problems, ordering) : undefined;
  if (!upgrade) return { clears: [], unfixable: fingerprints(findings) };
  const ended = new Set(upgrade.ends.map((index) => findings[index]));
  // For a transitive package the command would make it a direct dependency of the project.
  const command = component.direct === false ? undefined : commands.of(component, upgrade.version);
  return {
    version: upgrade.version,
    ...(command !== undefined && { command }),
    clears: fingerprints(findings.filter((finding) => ended.has(finding))),
    unfixable: fingerprints(findings.filter((finding) => !ended.has(finding))),
  };
}

function fixesOf({ advisories, fixed_version }: Finding, matches: readonly Match[]): Fixes {
  if (fixed_version === undefined) return [];
  const known = matches.filter((match) => advisories.includes(match.advisory.id) && match.fixed_versions.length > 0);
  return known.length > 0 ? known.map((match) => match.fixed_versions) : [[fixed_version]];
}

function fingerprints(findings: readonly Finding[]): string[] {
  return findings.map((finding) => finding.fingerprint).sort();
}
