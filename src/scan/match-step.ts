import { feedAges, staleFeeds } from '../advisories/freshness.js';
import { matchSteps } from '../advisories/match.js';
import type { AdvisorySource, MatchResult } from '../model/advisory.js';
import type { Component } from '../model/component.js';
import type { Issue } from '../model/outcome.js';
import type { Note } from '../model/report.js';
import { showAge } from '../support/age.js';
import { CastellanError } from '../support/errors.js';
import { inTurns } from '../support/turns.js';
import type { ScanState } from './state.js';

/** What matching found out, and what kept it from finding out more. */
export interface Matching {
  matched: MatchResult;
  issues: Issue[];
  notes: Note[];
  /** Set when `--require-fresh-db` ends the scan here. */
  stale?: string;
}

/** A result with nothing in it. */
export function noMatches(): MatchResult {
  return { matches: [], withdrawn: [], review: [], unmatched: [] };
}

/**
 * Looks the components up in the local database, and those it has no data for at the OSV API where the scan may go online.
 * What could be looked up nowhere is an issue, never clean.
 */
export async function matchInventory(state: ScanState): Promise<Matching> {
  const { inventory, request } = state;
  const source = state.advisories;
  if (!source) return online(state, inventory.components, { matched: noMatches(), issues: [], notes: [] });
  const stale = request.demo ? undefined : staleReason(state, source);
  if (stale !== undefined && request.gates.requireFreshDb) return { matched: noMatches(), issues: [], notes: [], stale };
  const matched = await inTurns(matchSteps(inventory.components, source, { registries: inventory.registries }), state.turns);
  const result: Matching = {
    matched,
    issues: [],
    notes: [...(stale === undefined ? [] : [{ kind: 'age' as const, text: stale }]), ...matchNotes(matched)],
  };
  const lacking = new Set(matched.unmatched.flatMap((entry) => (entry.kind === 'no-data' ? [entry.component] : [])));
  return lacking.size === 0
    ? result
    : online(
        state,
        inventory.components.filter((component) => lacking.has(component.ref)),
        result,
      );
}

/** Names the feeds this scan uses that are older than the limit. */
function staleReason({ request, inventory, context }: ScanState, source: AdvisorySource): string | undefined {
  const ecosystems = new Set(inventory.components.map((component) => component.ecosystem));
  const ages = feedAges(source.feeds(), { ecosystems, kev: request.gates.failOnKev }, context.clock());
  const stale = staleFeeds(ages, request.gates.maxDbAgeMs);
  if (stale.length === 0) return undefined;
  const named = stale.map(({ label, ageMs }) => `${label} is ${showAge(ageMs)} old`).join(', ');
  return `advisory data: ${named}, limit ${showAge(request.gates.maxDbAgeMs)}; run \`castellan db update\``;
}

/** Looks components up at the OSV API and matches again with what it says; without a network, or when it fails, they stay unmatched. */
async function online(state: ScanState, components: readonly Component[], local: Matching): Promise<Matching> {
  const { context, request, inventory } = state;
  if (components.length === 0) return local;
  if (!context.online || request.demo) return { ...local, issues: [...local.issues, ...unavailable(state, local)] };
  try {
    const { lookUpOnline } = await import('../advisories/osv-cache.js');
    const answers = await lookUpOnline(components, { ...context.online, clock: context.clock, signal: context.signal });
    const source = state.advisories;
    const joined = source ? (await import('../advisories/joined-source.js')).joinSources(source, answers) : answers;
    try {
      const matched = await inTurns(matchSteps(inventory.components, joined, { registries: inventory.registries }), state.turns);
      return { ...local, matched, notes: [...local.notes.filter((note) => note.kind === 'age'), ...matchNotes(matched)] };
    } finally {
      answers.close();
    }
  } catch (error) {
    if (!(error instanceof CastellanError)) throw error;
    const reason = `${error.where ? `${error.where}: ` : ''}${error.message}`;
    return {
      ...local,
      issues: [...local.issues, { collector: 'advisories', path: request.targets[0]?.value ?? '.', kind: 'network', reason }],
    };
  }
}

/** No database at all is one issue; a database without some ecosystem is told by the unmatched components themselves. */
function unavailable({ context, request }: ScanState, local: Matching): Issue[] {
  if (local.matched.unmatched.length > 0) return [];
  const reason = context.advisories.problem ?? 'there is no local advisory database; run `castellan db update`';
  return [{ collector: 'advisories', path: request.targets[0]?.value ?? '.', kind: 'no_advisory_data', reason }];
}

function matchNotes({ withdrawn, review }: MatchResult): Note[] {
  return [
    ...withdrawn.map(({ component, id, malicious }) => ({
      kind: 'withdrawn' as const,
      text: `${id} for ${component} is withdrawn${malicious ? ', so the package is not taken for malicious' : ''}`,
    })),
    ...review.map(({ component, id, reason }) => ({
      kind: 'review' as const,
      text: `${id} names ${component}, but ${reason}: look at it yourself`,
    })),
  ];
}
