import { ecosystemOf } from '../ecosystems/registry.js';
import type { Component, DependencyScope, Location } from '../model/component.js';
import { emptyInventory, type Inventory } from '../model/inventory.js';
import type { Issue, Outcome } from '../model/outcome.js';
import { firstOf, plural } from '../support/listing.js';
import { redact } from '../support/redact.js';
import { atOnce, type Steps } from '../support/turns.js';
import type { PackageRecord, ReadIssue, ReadResult, UnresolvedRecord } from './reader.js';
import { recordPurl } from './record-purl.js';

/** What a result belongs to. */
export interface ResultOrigin {
  collector: string;
  /** Path of the file read, as reports write it. */
  path: string;
  ecosystem: string;
  named: boolean;
  /** How what the file leaves open gets an exact version. Absent: rules of their own judge what it leaves open. */
  resolveHint?: string;
}

/** A member that can be in production is never only a development dependency: lower wins. */
const SCOPE_RANK: Record<DependencyScope, number> = { prod: 0, optional: 1, unknown: 2, dev: 3 };

/** Merges what readers yield into one inventory: one component per ref, with every place it was found. */
export class InventoryBuilder {
  private readonly inventory: Inventory = emptyInventory();
  private readonly byRef = new Map<string, Component>();
  private readonly locals = new Set<string>();
  /** By ref: true when each file asks for it in the project's own release. */
  private readonly sameRelease = new Map<string, boolean>();

  /** Adds a reader's result and its outcome. */
  add(origin: ResultOrigin, result: ReadResult): void {
    atOnce(this.addSteps(origin, result));
  }

  /** The same, a package a step. */
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

  /** Takes over components that another collector has made whole. */
  adopt(components: readonly Component[]): void {
    for (const component of components) {
      const known = this.byRef.get(component.ref);
      if (!known) this.byRef.set(component.ref, component);
      else for (const location of component.locations) mergeInto(known, component, location);
    }
  }

  /** Ends a collector that could read nothing. */
  fail(origin: ResultOrigin, outcome: Outcome, issue?: ReadIssue): void {
    this.close(origin, { packages: [], unresolved: [], local: [], issues: issue ? [issue] : [], outcome });
  }

  /** The merged inventory, sorted, with edges. The builder must not be used afterwards. */
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

  /** Modules of the project that other modules ask for, in its own release or in one that is stated nowhere, are no packages. */
  private dropOwn(): void {
    const own = [...this.byRef.values()].filter(
      ({ ref, ecosystem, name, resolved }) => this.locals.has(`${ecosystem}\n${name}`) && (!resolved || this.sameRelease.get(ref) === true),
    );
    if (own.length === 0) return;
    const gone = new Set(own.map(({ ref }) => ref));
    for (const ref of gone) this.byRef.delete(ref);
    for (const component of this.byRef.values()) component.dependencies = component.dependencies.filter((ref) => !gone.has(ref));
  }

  /** A package whose name cannot be one of its ecosystem, or that says it is of none, can be looked up nowhere. */
  private note(origin: ResultOrigin, { name, version, ecosystem = origin.ecosystem, line }: PackageRecord): void {
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
      licenses: record.licenses ?? [],
    };
    if (record.source) component.source = record.source;
    if (record.integrity) component.integrity = record.integrity;
    if (record.arch) component.arch = record.arch;
    if (record.origin) component.origin = record.origin;
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

/** Names that a remark on unresolved dependencies tells before it counts the rest. */
const SHOWN_NAMES = 5;

/** One remark a file on what it leaves open: how much, what, and what would settle it. It makes no scan incomplete. */
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

/** A parent or BOM that many modules miss is one fact: told at its first place, with how often it is missed. */
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

/** What could not be parsed, in a file of which nothing is left, leaves the file unread. */
function isUnread({ kind, note }: ReadIssue): boolean {
  return kind === 'unparsable' && !note;
}

/** Notes what a package depends on; the same file may be one of several that know it. */
function addEdges(component: Component, record: PackageRecord, refs: ReadonlyMap<string, string>): void {
  for (const key of record.dependencies ?? []) {
    const ref = refs.get(key);
    if (ref !== undefined && ref !== component.ref) component.dependencies.push(ref);
  }
}

/** Sorted, each value once. */
function sortedOnce(values: string[]): string[] {
  values.sort();
  return values.some((value, index) => value === values[index + 1]) ? [...new Set(values)] : values;
}

function locate(origin: ResultOrigin, record: { path?: string; line?: number }): Location {
  const path = record.path ?? origin.path;
  return record.line === undefined ? { path } : { path, line: record.line };
}

function mergeInto(component: Component, record: Pick<PackageRecord, 'scope' | 'direct' | 'licenses'>, location: Location): Component {
  const scope = record.scope ?? 'unknown';
  if (SCOPE_RANK[scope] < SCOPE_RANK[component.scope]) component.scope = scope;
  if (record.direct === true || component.direct === null) component.direct = record.direct ?? component.direct;
  if (!component.locations.some((known) => known.path === location.path && known.line === location.line))
    component.locations.push(location);
  if (record.licenses && component.licenses.length === 0) component.licenses = record.licenses;
  return component;
}

function compareLocations(a: Location, b: Location): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0);
}
