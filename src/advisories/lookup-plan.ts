import type { Ecosystem } from '../ecosystems/ecosystem.js';
import { ecosystemOf } from '../ecosystems/registry.js';
import type { AdvisorySource, UnmatchedKind } from '../model/advisory.js';
import type { Component } from '../model/component.js';
import { bucketOf } from './bucket.js';

/** How components of one ecosystem are looked up in one database. */
export interface LookupPlan {
  ecosystem: Ecosystem;
  /** Names the database uses, most specific first. */
  names: readonly string[];
}

/** Why components of an ecosystem cannot be looked up. */
export interface NoLookup {
  kind: UnmatchedKind;
  reason: string;
}

/** Decides where components of `ecosystem` (with release) are looked up. `known`: the database's own names. */
export function planLookup(ecosystem: string, source: AdvisorySource, known: readonly string[]): LookupPlan | NoLookup {
  const definition = ecosystemOf(ecosystem);
  if (!definition?.inOsv) return { kind: 'not-in-osv', reason: `OSV publishes no advisories for ${ecosystem}` };
  if (!hasData(definition.name, source, known))
    return { kind: 'no-data', reason: `the database holds no advisories for ${definition.name}` };
  if (!definition.lookupNames) return { ecosystem: definition, names: [definition.name] };
  const names = definition.lookupNames(ecosystem, known);
  if (names.length > 0) return { ecosystem: definition, names };
  return ecosystem.includes(':')
    ? { kind: 'no-data', reason: `the database holds no advisories for ${ecosystem}` }
    : { kind: 'no-release', reason: `the release of ${ecosystem} is not known, and its advisories are kept by release` };
}

function hasData(name: string, source: AdvisorySource, known: readonly string[]): boolean {
  return known.some((other) => bucketOf(other) === name) || source.feeds().some((feed) => feed.name === 'osv' && feed.ecosystem === name);
}

/** The name to look a component up by: distributions write advisories about the source package, if there is one. */
export function subjectOf(component: Component, { ecosystem }: LookupPlan): { name: string; version: string | null } {
  const origin = ecosystem.bySource ? component.origin : undefined;
  const name = ecosystem.normaliseName(origin?.name ?? component.name);
  return { name, version: origin?.version ?? component.version };
}
