import { ecosystemOf } from '../ecosystems/registry.js';
import type { Component, DependencyScope, Location } from '../model/component.js';
import { emptyInventory, type Inventory } from '../model/inventory.js';
import type { Issue, Outcome } from '../model/outcome.js';
import { compareText } from '../support/compare-text.js';
import { firstOf, plural } from '../support/listing.js';
import { redact } from '../support/redact.js';
import { atOnce, type Steps } from '../support/turns.js';
import { componentLicenses } from './component-licenses.js';
import type { PackageRecord, ReadIssue, ReadResult, UnresolvedRecord } from './reader.js';
import { recordPurl } from './record-purl.js';

/** The file and collector that a result comes from. */
export interface ResultOrigin {
  collector: string;
  /** Path of the file as reports write it. */
  path: string;
  ecosystem: string;
  named: boolean;
  /** For `image` of locations: the reference of the image that has the file. */
  image?: string;
  /** How to get exact versions for the unresolved packages of the file. Absent: other rules report them. */
  resolveHint?: string;
}

/** A package that can be in production is never only a development dependency: the lower rank wins. */
const SCOPE_RANK: Record<DependencyScope, number> = { prod: 0, optional: 1, unknown: 2, dev: 3 };

/**
 * Merges the results of readers into one inventory: one component for each ref, with every place where it was found.
 */
export class InventoryBuilder {
  private readonly inventory: Inventory = emptyInventory();
  private readonly byRef = new Map<string, Component>();
  private readonly locals = new Set<string>();
  /** By ref: true when each file requires it in the project's own release. */
  private readonly sameRelease = new Map<string, boolean>();

  /** Adds a reader's result and its outcome. */
  add(origin: ResultOrigin, result: ReadResult): void {
    atOnce(this.addSteps(origin, result));
  }

  /** Like `add`, one package per step. */
  *addSteps(origin: ResultOrigin, result: ReadResult): Steps<void> {
    const refs = new Map<string, string>();
    const added: { record: PackageRecord; component: Component }[] = [];
    for (const record of result.packages) {
      this.note(origin, record);
      const component = this.component(origin, record);
      this.sameRelease.set(component.ref, (this.sameRelease.get(component.ref) ?? true) && record.sameRelease === true);
      refs.set(record.key ?? `${record.name}@${record.version ?? ''}`, component.ref);
      yield;
      if (record.dependencies && record.dependencies.length > 0) added.push({ record, component });
    }
    for (const { record, component } of added) {
      addEdges(component, record, refs);
      yield;
    }
    for (const record of result.unresolved) this.unresolved(origin, record);
    for (const name of result.local) this.local(origin.ecosystem, name);
    this.inventory.registries.push(...(result.registries ?? []));
    this.close(origin, result);
  }

  /** Adds complete components of another collector. */
  adopt(components: readonly Component[]): void {
    for (const component of components) {
      const known = this.byRef.get(component.ref);
      if (!known) this.byRef.set(component.ref, component);
      else for (const location of component.locations) mergeInto(known, component, location);
    }
  }

  /** Adds the outcome of a collector that could read nothing. */
  fail(origin: ResultOrigin, outcome: Outcome, issue?: ReadIssue): void {
    this.close(origin, { packages: [], unresolved: [], local: [], issues: issue ? [issue] : [], outcome });
  }

  /** The merged inventory, sorted, with edges. Do not use the builder afterwards. */
  finish(): Inventory {
    const { inventory } = this;
    this.dropOwn();
    inventory.issues = toldOnce(inventory.issues);
    inventory.components = [...this.byRef.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1));
    for (const component of inventory.components) {
      if (component.locations.length > 1) component.locations.sort(compareLocations);
      if (component.dependencies.length > 1) component.dependencies = sortedOnce(component.dependencies);
    }
    inventory.local.sort((a, b) => (a.ecosystem + a.name < b.ecosystem + b.name ? -1 : 1));
    return inventory;
  }

  /**
   * Removes modules of the project itself that other modules require, in the project's own release or without a stated
   * one.
   */
  private dropOwn(): void {
    const own = [...this.byRef.values()].filter(
      ({ ref, ecosystem, name, resolved }) => this.locals.has(`${ecosystem}\n${name}`) && (!resolved || this.sameRelease.get(ref) === true),
    );
    if (own.length === 0) return;
    const gone = new Set(own.map(({ ref }) => ref));
    for (const ref of gone) this.byRef.delete(ref);
    for (const component of this.byRef.values()) component.dependencies = component.dependencies.filter((ref) => !gone.has(ref));
  }

  /**
   * Adds an issue for a package that cannot be looked up: its name is impossible in its ecosystem, or it has no
   * ecosystem.
   */
  private note(origin: ResultOrigin, { name, version, ecosystem = origin.ecosystem, line, confidence }: PackageRecord): void {
    // What a program says about itself is looked up nowhere; the verdict counts such components.
    if (confidence === 'low') return;
    const found = ecosystemOf(ecosystem);
    const label = `${name}${version === null ? '' : `@${version}`}`;
    const form = found?.nameForm;
    if (found?.purlType === 'generic') this.unidentified(origin, `component ${label} names no ecosystem, so it was not matched`, line);
    else if (form && !form.registryOnly && !form.fits(name))
      this.unidentified(origin, `component ${label} is no ${form.form} of ${found.name}, so it was not matched`, line);
  }

  private unidentified({ collector, path }: ResultOrigin, reason: string, line?: number): void {
    this.inventory.issues.push({ collector, path, ...(line !== undefined && { line }), kind: 'unidentified', reason: redact(reason) });
  }

  private component(origin: ResultOrigin, record: PackageRecord): Component {
    const ecosystemName = record.ecosystem ?? origin.ecosystem;
    const ref = record.purl ?? recordPurl(ecosystemName, record);
    const location = locate(origin, record);
    const known = this.byRef.get(ref);
    if (known) return mergeInto(known, record, location);
    const component: Component = {
      ref,
      purl: ref,
      ecosystem: ecosystemName,
      name: record.name,
      version: record.version,
      scope: record.scope ?? 'unknown',
      direct: record.direct ?? null,
      resolved: true,
      locations: [location],
      dependencies: [],
      licenses: componentLicenses(ecosystemName, record.licenses),
    };
    if (record.source) component.source = record.source;
    if (record.integrity) component.integrity = record.integrity;
    if (record.arch) component.arch = record.arch;
    if (record.origin) component.origin = record.origin;
    if (record.vendor) component.vendor = record.vendor;
    if (record.module) component.module = record.module;
    if (record.confidence) component.confidence = record.confidence;
    this.byRef.set(ref, component);
    return component;
  }

  private unresolved(origin: ResultOrigin, record: UnresolvedRecord): void {
    const requirement = redact(record.requirement);
    const ecosystem = record.ecosystem ?? origin.ecosystem;
    const ref = recordPurl(ecosystem, { name: record.name, version: null });
    const location = locate(origin, record);
    const known = this.byRef.get(ref);
    if (known) {
      mergeInto(known, record, location);
      if (requirement && known.requirement !== requirement)
        known.requirement = known.requirement ? `${known.requirement}, ${requirement}` : requirement;
      return;
    }
    this.byRef.set(ref, {
      ref,
      purl: ref,
      ecosystem,
      name: record.name,
      version: null,
      scope: record.scope ?? 'unknown',
      direct: record.direct ?? null,
      resolved: false,
      requirement,
      locations: [location],
      dependencies: [],
      licenses: [],
    });
  }

  private local(ecosystem: string, name: string): void {
    const key = `${ecosystem}\n${name}`;
    if (this.locals.has(key)) return;
    this.locals.add(key);
    this.inventory.local.push({ ecosystem, name });
  }

  private close(origin: ResultOrigin, result: ReadResult): void {
    const { inventory } = this;
    for (const { kind, reason, line, path, note } of result.issues) {
      inventory.issues.push({
        collector: origin.collector,
        path: path ?? origin.path,
        ...(line !== undefined && { line }),
        kind,
        reason: redact(reason),
        ...(note && { note }),
      });
    }
    inventory.issues.push(...unresolvedIssues(origin, result));
    for (const { name, version, aside } of result.unidentified ?? []) {
      const label = `${name}${version === null ? '' : `@${version}`}`;
      if (!aside) this.unidentified(origin, `component ${label} has no package URL, so it was not matched`);
      else
        inventory.issues.push({
          collector: origin.collector,
          path: origin.path,
          kind: 'skipped',
          reason: `${label} is no package`,
          note: true,
        });
    }
    const count = result.packages.length + result.unresolved.length;
    inventory.collectors.push({
      id: origin.collector,
      target: origin.path,
      outcome: result.outcome ?? (count === 0 && result.issues.some(isUnread) ? 'failed' : 'scanned'),
      components: count,
      issues: result.issues.length,
      ...(origin.named && { named: true }),
    });
  }
}

/** Number of names in the note about unresolved dependencies; the others are counted. */
const SHOWN_NAMES = 5;

/**
 * One note for each file about its unresolved dependencies: how many, which, and how to resolve them. It does not make
 * the scan incomplete.
 */
function unresolvedIssues(origin: ResultOrigin, { packages, unresolved }: ReadResult): Issue[] {
  const { resolveHint: remedy } = origin;
  if (remedy === undefined) return [];
  const byPath = new Map<string, Set<string>>();
  for (const { name, path = origin.path } of unresolved) {
    const names = byPath.get(path) ?? new Set();
    byPath.set(path, names.add(name));
  }
  const all = packages.length + unresolved.length;
  return [...byPath].map(([path, names]) => {
    const subject =
      byPath.size === 1 ? `${names.size} of ${plural(Math.max(all, names.size), 'dependency')}` : plural(names.size, 'dependency');
    const reason = `${subject} without an exact version: ${firstOf([...names], SHOWN_NAMES)}`;
    return { collector: origin.collector, path, kind: 'unresolved', reason: redact(reason), remedy, note: true };
  });
}

/** Many modules may miss the same parent or BOM: it is reported once, at its first place, with the number of times. */
function toldOnce(issues: readonly Issue[]): Issue[] {
  const isShared = ({ kind, note }: Issue) => note === true && kind === 'missing_include';
  const counts = new Map<string, number>();
  for (const issue of issues) if (isShared(issue)) counts.set(issue.reason, (counts.get(issue.reason) ?? 0) + 1);
  return issues.flatMap((issue) => {
    const count = isShared(issue) ? counts.get(issue.reason) : 1;
    if (count === undefined) return [];
    if (isShared(issue)) counts.delete(issue.reason);
    return [count > 1 ? { ...issue, reason: `${issue.reason} (${count} times)` } : issue];
  });
}

/** True when a file could not be parsed at all. */
function isUnread({ kind, note }: ReadIssue): boolean {
  return kind === 'unparsable' && !note;
}

/** Adds the dependencies of a package; several files may each know some of them. */
function addEdges(component: Component, record: PackageRecord, refs: ReadonlyMap<string, string>): void {
  for (const key of record.dependencies ?? []) {
    const ref = refs.get(key);
    if (ref !== undefined && ref !== component.ref) component.dependencies.push(ref);
  }
}

/** The values sorted, without duplicates. */
function sortedOnce(values: string[]): string[] {
  values.sort();
  return values.some((value, index) => value === values[index + 1]) ? [...new Set(values)] : values;
}

function locate(origin: ResultOrigin, record: Pick<PackageRecord, 'path' | 'line' | 'inner' | 'layer'>): Location {
  const path = record.path ?? origin.path;
  const { line, inner, layer } = record;
  return {
    path,
    ...(line !== undefined && { line }),
    ...(layer !== undefined && { layer }),
    ...(origin.image !== undefined && { image: origin.image }),
    ...(inner !== undefined && { inner }),
  };
}

function mergeInto(component: Component, record: Pick<PackageRecord, 'scope' | 'direct' | 'licenses'>, location: Location): Component {
  const scope = record.scope ?? 'unknown';
  if (SCOPE_RANK[scope] < SCOPE_RANK[component.scope]) component.scope = scope;
  if (record.direct === true || component.direct === null) component.direct = record.direct ?? component.direct;
  if (!component.locations.some((known) => isSamePlace(known, location))) component.locations.push(location);
  if (component.licenses.length === 0) component.licenses = componentLicenses(component.ecosystem, record.licenses);
  return component;
}

function compareLocations(a: Location, b: Location): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || compareText(a.image ?? '', b.image ?? '');
}

function isSamePlace(one: Location, other: Location): boolean {
  return (
    one.path === other.path &&
    one.line === other.line &&
    one.inner === other.inner &&
    one.layer === other.layer &&
    one.image === other.image
  );
}
