import { ecosystemOf } from '../ecosystems/registry.js';
import type { MatchResult } from '../model/advisory.js';
import type { Component } from '../model/component.js';
import type { Inventory } from '../model/inventory.js';

export interface CompletenessInput {
  inventory: Inventory;
  matched: MatchResult;
  matchedAtAll: boolean;
}

/** Why a scan did not see everything, one line a cause; empty when it did. A note on an odd but legal entry is no cause. */
export function incompleteness(input: CompletenessInput): string[] {
  return [...collectorCauses(input.inventory), ...issueCauses(input.inventory), ...(input.matchedAtAll ? matchCauses(input) : [])];
}

function collectorCauses({ collectors, issues }: Inventory): string[] {
  const reasons = new Map(issues.filter((issue) => !issue.note).map((issue) => [issue.path, issue.reason]));
  const read = collectors.some((collector) => collector.outcome === 'scanned' || collector.outcome === 'empty');
  return collectors.flatMap(({ id, target, outcome, named }) => {
    const [file, part] = target.split('#', 2);
    // One server of a file: the issue names file, line and server, so it is the cause.
    if (part !== undefined && reasons.has(file ?? '')) return [];
    const why = reasons.get(target);
    const because = why === undefined ? ` (${id})` : `: ${why}`;
    if (outcome === 'failed') return [`${target} could not be read${because}`];
    if (outcome === 'truncated') return [`${target} was not read to its end${because}`];
    if (outcome === 'unsupported' && (named || !read || id !== 'walk')) return [`${target} is not supported${because}`];
    return [];
  });
}

function issueCauses(inventory: Inventory): string[] {
  const failed = new Set(
    inventory.collectors.filter(({ outcome }) => outcome !== 'scanned' && outcome !== 'empty').map(({ target }) => target),
  );
  return inventory.issues
    .filter((issue) => !issue.note && !failed.has(issue.path))
    .map((issue) => `${issue.path}${issue.line === undefined ? '' : `:${issue.line}`}: ${issue.reason}`);
}

function matchCauses({ inventory, matched }: CompletenessInput): string[] {
  const causes: string[] = [];
  const lacking = new Map<string, number>();
  for (const { component, kind, reason } of matched.unmatched) {
    if (kind === 'no-data') lacking.set(reason, (lacking.get(reason) ?? 0) + 1);
    else if (kind === 'invalid-version' || kind === 'no-release') causes.push(`${component}: ${reason}`);
  }
  for (const [reason, count] of [...lacking].sort()) causes.push(`${count} component${count === 1 ? '' : 's'} not looked up: ${reason}`);
  const unjudged = new Set(matched.unmatched.map((entry) => entry.component));
  const judgeable = inventory.components.filter((component) => !unjudged.has(component.ref));
  const declared = declaredComponents(inventory);
  if (declared.length > 0 && judgeable.length === 0 && causes.length === 0) causes.push(nothingJudged(declared));
  return causes;
}

/** Collectors whose own subject is judged anyway: a server or skill that starts a package in any version has a finding for it. */
const MENTIONING = new Set(['ai-clients', 'skills']);

/** Without the packages that only a client configuration or a skill's text names: no lockfile could ever pin those. */
function declaredComponents({ components, collectors }: Inventory): Component[] {
  const mentioning = new Set(collectors.filter(({ id }) => MENTIONING.has(id)).map(({ target }) => target));
  return components.filter(({ locations }) => locations.length === 0 || locations.some(({ path }) => !mentioning.has(path)));
}

function nothingJudged(components: readonly Component[]): string {
  const unresolved = components.filter((component) => !component.resolved);
  if (unresolved.length === components.length)
    return components.length === 1
      ? `${components[0]?.name ?? 'the only component'} states no exact version; commit a lockfile`
      : `none of the ${components.length} components states an exact version; commit a lockfile`;
  const outside = [...new Set(components.map((component) => ecosystemOf(component.ecosystem)?.name ?? component.ecosystem))].sort();
  return `no advisory data covers any of the ${components.length} component${components.length === 1 ? '' : 's'} (${outside.join(', ')})`;
}
