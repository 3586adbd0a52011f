import type { MatchResult } from '../model/advisory.js';
import type { Component } from '../model/component.js';
import type { Issue } from '../model/outcome.js';
import { plural } from '../support/listing.js';

/** Issues for components that could not be looked up: one for each package that should have been, one for all packages of a missing feed. */
export function unmatchedIssues({ unmatched }: MatchResult, components: readonly Component[]): Issue[] {
  if (unmatched.length === 0) return [];
  const byRef = new Map(components.map((component) => [component.ref, component]));
  const issues: Issue[] = [];
  const lacking = new Map<string, number>();
  for (const { component, kind, reason } of unmatched) {
    const text = `${component}: ${reason}`;
    if (kind === 'no-data') lacking.set(reason, (lacking.get(reason) ?? 0) + 1);
    else if (kind === 'commit') issues.push({ ...placeOf(byRef.get(component)), kind: 'unresolved', reason: text, note: true });
    else if (kind === 'invalid-version' || kind === 'no-release')
      issues.push({ ...placeOf(byRef.get(component)), kind: 'not_matched', reason: text });
  }
  for (const [reason, count] of lacking)
    issues.push({ ...placeOf(undefined), kind: 'no_advisory_data', reason: `${plural(count, 'component')} not looked up: ${reason}` });
  return issues;
}

/** The first place a component is declared at; packages that the caller states have none. */
function placeOf(component: Component | undefined): Pick<Issue, 'collector' | 'path' | 'line'> {
  const [first] = component?.locations ?? [];
  return { collector: 'advisories', path: first?.path ?? '.', ...(first?.line !== undefined && { line: first.line }) };
}
