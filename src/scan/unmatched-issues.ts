import type { MatchResult } from '../model/advisory.js';
import type { Component } from '../model/component.js';
import type { Issue } from '../model/outcome.js';
import { firstOf, plural } from '../support/listing.js';

/** Issues for components that could not be looked up: one for each package that should have been, one for all packages of a missing feed. */
export function unmatchedIssues({ unmatched }: MatchResult, components: readonly Component[]): Issue[] {
  if (unmatched.length === 0) return [];
  const byRef = new Map(components.map((component) => [component.ref, component]));
  const issues: Issue[] = [];
  const lacking = new Map<string, number>();
  const foreign = new Map<string, Component[]>();
  for (const { component, kind, reason } of unmatched) {
    const text = `${component}: ${reason}`;
    if (kind === 'no-data') lacking.set(reason, (lacking.get(reason) ?? 0) + 1);
    else if (kind === 'foreign-build') addTo(foreign, reason, byRef.get(component));
    else if (kind === 'commit') issues.push({ ...placeOf(byRef.get(component)), kind: 'unresolved', reason: text, note: true });
    else if (kind === 'invalid-version' || kind === 'no-release')
      issues.push({ ...placeOf(byRef.get(component)), kind: 'not_matched', reason: text });
  }
  for (const [reason, count] of lacking)
    issues.push({ ...placeOf(undefined), kind: 'no_advisory_data', reason: `${plural(count, 'component')} not looked up: ${reason}` });
  for (const [reason, components] of foreign)
    issues.push({
      ...placeOf(components[0]),
      kind: 'not_matched',
      reason: `${firstOf(
        components.map(({ name, version }) => `${name} ${version ?? ''}`),
        SHOWN_NAMES,
      )}: ${reason}`,
      note: true,
    });
  return issues;
}

const SHOWN_NAMES = 3;

/** The first place a component is declared at; packages that the caller states have none. */
function placeOf(component: Component | undefined): Pick<Issue, 'collector' | 'path' | 'line'> {
  const [first] = component?.locations ?? [];
  return { collector: 'advisories', path: first?.path ?? '.', ...(first?.line !== undefined && { line: first.line }) };
}

function addTo(lists: Map<string, Component[]>, key: string, component: Component | undefined): void {
  const list = lists.get(key);
  if (component === undefined) return;
  if (list) list.push(component);
  else lists.set(key, [component]);
}
