import { matchSteps } from '../advisories/match.js';
import type { MatchResult } from '../model/advisory.js';
import type { Component } from '../model/component.js';
import type { Issue } from '../model/outcome.js';
import type { Note } from '../model/report.js';
import { CastellanError } from '../support/errors.js';
import { inTurns } from '../support/turns.js';
import type { ScanState } from './state.js';

/** The matches, and the reasons why something could not be matched. */
export interface Matching {
  matched: MatchResult;
  issues: Issue[];
  notes: Note[];
  /** Set when `--require-fresh-db` ends the scan here. */
  stale?: string;
}

/** Looks components up at the OSV API and matches again with what it says; without a network, or when it fails, they stay unmatched. */
export async function lookUpElsewhere(state: ScanState, components: readonly Component[], local: Matching): Promise<Matching> {
  const { context, request, inventory } = state;
  if (components.length === 0) return local;
  if (!context.online || request.demo) return { ...local, issues: [...local.issues, ...unavailable(state, local)] };
  const told = { ...local, issues: [...local.issues, ...replaced(state)] };
  try {
    const { lookUpOnline } = await import('../advisories/osv-cache.js');
    const answers = await lookUpOnline(components, { ...context.online, clock: context.clock, signal: context.signal });
    const source = state.advisories;
    const joined = source ? (await import('../advisories/joined-source.js')).joinSources(source, answers) : answers;
    try {
      const matched = await inTurns(matchSteps(inventory.components, joined, { registries: inventory.registries }), state.turns);
      return { ...told, matched, notes: [...local.notes.filter((note) => note.kind === 'age'), ...matchNotes(matched)] };
    } finally {
      answers.close();
    }
  } catch (error) {
    if (!(error instanceof CastellanError)) throw error;
    const reason = `${error.where ? `${error.where}: ` : ''}${error.message}`;
    return {
      ...told,
      issues: [
        ...told.issues,
        {
          collector: 'advisories',
          path: request.targets[0]?.value ?? '.',
          kind: 'network',
          reason: `${reason}; without a network: \`castellan db update\` where there is one, then --offline`,
        },
      ],
    };
  }
}

/** An online look-up never replaces a database silently: it sends names to another machine, which the user does not expect. */
function replaced({ context, request }: ScanState): Issue[] {
  const { problem, remedy, unusable } = context.advisories;
  if (!unusable || problem === undefined) return [];
  const reason = `the local advisory database cannot be used (${problem}), so packages are looked up at ${context.online?.baseUrl ?? 'the OSV API'}`;
  const issue: Issue = {
    collector: 'advisories',
    path: request.targets[0]?.value ?? '.',
    kind: 'no_advisory_data',
    reason: remedy === undefined ? reason : `${reason}; run \`${remedy}\``,
    note: true,
  };
  context.emit({ event: 'issue', issue });
  return [issue];
}

/** A missing database is one issue. When a database lacks an ecosystem, the unmatched components have issues of their own. */
function unavailable({ context, request }: ScanState, local: Matching): Issue[] {
  if (local.matched.unmatched.length > 0) return [];
  const { problem = 'there is no local advisory database', remedy = 'castellan db update' } = context.advisories;
  const reason = `${problem}; run \`${remedy}\``;
  return [{ collector: 'advisories', path: request.targets[0]?.value ?? '.', kind: 'no_advisory_data', reason }];
}

/** Notes about advisories that name a component and yet are no matches. */
export function matchNotes({ withdrawn, review }: MatchResult): Note[] {
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
