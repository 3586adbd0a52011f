import type { MatchResult, UnmatchedKind } from '../model/advisory.js';
import type { Component } from '../model/component.js';
import type { Inventory } from '../model/inventory.js';
import { firstOf, plural } from '../support/listing.js';

/** Most files that the sentence on unresolved components names; the rest are counted. */
const SHOWN_FILES = 2;

interface Looked {
  inventory: Inventory;
  matched: MatchResult;
  /** False when inventory only was asked for. */
  matchedAtAll: boolean;
}

/**
 * The components that could not be judged, one line for each cause. A scan with such components is not called clean, although no
 * gate fails because of them.
 */
export function unjudgedReasons({ inventory, matched, matchedAtAll }: Looked, components = inventory.components): string[] {
  if (!matchedAtAll) return ['inventory only, nothing was matched'];
  const unresolved = unresolvedReason(components, inventory);
  const refs = new Set(matched.unmatched.length === 0 ? [] : components.map(({ ref }) => ref));
  const count = (...kinds: UnmatchedKind[]) =>
    matched.unmatched.filter(({ kind, component }) => kinds.includes(kind) && refs.has(component)).length;
  const outside = count('not-in-osv', 'no-version', 'foreign-build');
  const commits = count('commit');
  const unidentified = inventory.issues.filter(({ kind }) => kind === 'unidentified').length;
  return [
    ...(unresolved === undefined ? [] : [unresolved]),
    ...openReasons(inventory),
    ...(commits > 0 ? [`${plural(commits, 'component')} pinned to a commit that advisories cannot be compared with, not judged`] : []),
    ...(outside > 0 ? [`${plural(outside, 'component')} outside all advisory data, not judged`] : []),
    ...(unidentified > 0 ? [`${plural(unidentified, 'component')} that no database can look up, not judged`] : []),
  ];
}

/** The rules about infrastructure code that hang on values outside of it, as one line; none if all were decided. */
export function openReasons({ issues }: Inventory): string[] {
  const open = issues.filter(
    ({ collector, note, kind }) => collector === 'iac' && note && (kind === 'unresolved' || kind === 'missing_include'),
  );
  if (open.length === 0) return [];
  const files = [...new Set(open.map(({ path }) => path))].sort();
  return [`${plural(open.length, 'check')} of infrastructure code undecided for want of a value: ${firstOf(files, SHOWN_FILES)}`];
}

/** `3 components without an exact version, not judged: web/package.json; run …`, undefined when every component has one. */
export function unresolvedReason(components: readonly Component[], { issues }: Inventory): string | undefined {
  const open = components.filter((component) => !component.resolved);
  if (open.length === 0) return undefined;
  const files = [...new Set(open.flatMap(({ locations }) => locations.map(({ path }) => path)))].sort();
  const remedy = issues.find(({ kind, path, remedy }) => kind === 'unresolved' && remedy && path === files[0])?.remedy;
  const where = files.length === 0 ? '' : `: ${firstOf(files, SHOWN_FILES)}`;
  return `${plural(open.length, 'component')} without an exact version, not judged${where}${remedy ? `; ${remedy}` : ''}`;
}
