import { ecosystemOf } from '../ecosystems/registry.js';
import type { MatchResult } from '../model/advisory.js';
import type { Component } from '../model/component.js';
import type { Inventory } from '../model/inventory.js';
import type { Issue } from '../model/outcome.js';
import { plural } from '../support/listing.js';

export interface CompletenessInput {
  inventory: Inventory;
  matched: MatchResult;
  matchedAtAll: boolean;
}

/** The causes why a scan did not see everything, one line each; empty when it did. A note on an odd but legal entry is no cause. */
export function incompleteness(input: CompletenessInput): string[] {
  return [...collectorCauses(input.inventory), ...issueCauses(input.inventory), ...(input.matchedAtAll ? matchCauses(input) : [])];
}

function collectorCauses({ collectors, issues }: Inventory): string[] {
  const reasons = new Map(issues.filter((issue) => !issue.note).map((issue) => [issue.path, issue.reason]));
  // A file that is recognised but not read has a note that says what to do.
  const remedies = new Map(issues.filter((issue) => issue.kind === 'unsupported_format').map((issue) => [issue.path, issue.reason]));
  // Every file is searched for secrets, whatever else it is.
  const read = collectors.some(({ id, outcome }) => id !== 'secrets' && (outcome === 'scanned' || outcome === 'empty'));
  return collectors.flatMap(({ id, target, outcome, named }) => {
    const [file, part] = target.split('#', 2);
    // Only one server of a file failed. The issue names file, line and server, so it is the cause.
    if (part !== undefined && reasons.has(file ?? '')) return [];
    const why = reasons.get(target);
    const because = why === undefined ? (id === 'walk' ? '' : ` (${id})`) : `: ${why}`;
    if (outcome === 'failed') return [`${target} could not be read${because}`];
    if (outcome === 'truncated') return [`${target} was not read to its end${because}`];
    if (outcome === 'unsupported' && (named || !read || id !== 'walk'))
      return [unread(target, remedies.get(target)) ?? `${target} is not supported${because}`];
    return [];
  });
}

/** The reason, with the file's whole path mentioned once. */
function unread(target: string, reason: string | undefined): string | undefined {
  const name = target.slice(target.lastIndexOf('/') + 1);
  return reason?.startsWith(`${name} `) ? `${target}${reason.slice(name.length)}` : reason && `${target}: ${reason}`;
}

function issueCauses(inventory: Inventory): string[] {
  const failed = new Set(
    inventory.collectors.filter(({ outcome }) => outcome !== 'scanned' && outcome !== 'empty').map(({ target }) => target),
  );
  const open = inventory.issues.filter((issue) => !issue.note && !failed.has(issue.path));
  return [
    ...open
      .filter(({ kind }) => kind !== 'unidentified')
      .map((issue) => `${issue.path}${issue.line === undefined ? '' : `:${issue.line}`}: ${issue.reason}`),
    ...unidentifiedCauses(open.filter(({ kind }) => kind === 'unidentified')),
  ];
}

/** One line a file, however many of its entries name no package. */
function unidentifiedCauses(issues: readonly Issue[]): string[] {
  const byPath = new Map<string, Issue[]>();
  for (const issue of issues) {
    const own = byPath.get(issue.path);
    if (own) own.push(issue);
    else byPath.set(issue.path, [issue]);
  }
  return [...byPath].map(([path, [first, ...others]]) => {
    const more = others.length === 0 ? '' : `, and ${others.length} more like it`;
    return `${path}: ${first?.reason ?? ''}${more}; --allow-unidentified lets it pass`;
  });
}

function matchCauses({ inventory, matched }: CompletenessInput): string[] {
  // A component that should have been looked up and was not has an issue already, which is a cause.
  if (inventory.issues.some(({ collector, note }) => collector === 'advisories' && !note)) return [];
  const unjudged = new Set(matched.unmatched.map((entry) => entry.component));
  const judgeable = inventory.components.some((component) => !unjudged.has(component.ref));
  const declared = declaredComponents(inventory);
  return declared.length > 0 && !judgeable ? [nothingJudged(declared)] : [];
}

/** Collectors of files that may name packages without a version. No lockfile could pin these; rules of their own judge them. */
const MENTIONING = new Set(['ai-clients', 'skills', 'github-workflow']);

/** The components, without packages that only a client configuration, a skill's text or a workflow names. */
export function declaredComponents({ components, collectors }: Inventory): Component[] {
  const mentioning = new Set(collectors.filter(({ id }) => MENTIONING.has(id)).map(({ target }) => target));
  return components.filter(({ locations }) => locations.length === 0 || locations.some(({ path }) => !mentioning.has(path)));
}

function nothingJudged(components: readonly Component[]): string {
  const count = components.length;
  const who = count === 1 ? (components[0]?.name ?? 'the only component') : `none of the ${count} components`;
  const states = (what: string) => (count === 1 ? `${who} states no ${what}` : `${who} states ${article(what)} ${what}`);
  if (components.every(({ resolved }) => !resolved)) return `${states('exact version')}; commit a lockfile`;
  if (components.every(({ version }) => version === null)) return `${states('version')} that advisories could be compared with`;
  const outside = [...new Set(components.map((component) => ecosystemOf(component.ecosystem)?.name ?? component.ecosystem))].sort();
  return `no advisory data covers any of the ${plural(count, 'component')} (${outside.join(', ')})`;
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a';
}
