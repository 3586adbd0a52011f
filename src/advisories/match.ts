import type { Ecosystem } from '../ecosystems/ecosystem.js';
import type { Advisory, AdvisorySource, AffectedPackage, Match, MatchResult, UnmatchedKind } from '../model/advisory.js';
import type { Component } from '../model/component.js';
import type { RegistrySetting } from '../model/inventory.js';
import { firstOf } from '../support/listing.js';
import { atOnce, type Steps } from '../support/turns.js';
import { type AdvisorySeverity, rateAdvisory, rateForDistribution } from './advisory-severity.js';
import { type Cause, evaluateVersion, fixesAbove } from './evaluate.js';
import { comparable } from './flavours.js';
import { type LookupPlan, type NoLookup, planLookup, subjectOf } from './lookup-plan.js';
import { privateOrigin } from './provenance.js';

/** What a project's configuration adds to its components. */
export interface MatchHints {
  /** Private registries by scope; they decide for components without a source of their own. */
  registries?: readonly RegistrySetting[];
}

/**
 * Looks every component up and evaluates its advisories. Matches come in the components' order, those of
 * one component by advisory id. Components that could not be judged are listed, never left out. Throws
 * OperationalError when the database fails underneath.
 */
export function matchComponents(components: readonly Component[], source: AdvisorySource, hints: MatchHints = {}): MatchResult {
  return atOnce(matchSteps(components, source, hints));
}

/** The same, one component in each step. */
export function* matchSteps(components: readonly Component[], source: AdvisorySource, hints: MatchHints = {}): Steps<MatchResult> {
  const matcher = new Matcher(source, hints.registries ?? []);
  for (const component of components) {
    matcher.match(component);
    yield;
  }
  return matcher.result;
}

/** A commit is no version. If nothing is known about the package, that does not matter. */
const COMMIT = /^[0-9a-f]{40}$/;

/** One component, with the name it is looked up by. */
interface Subject {
  component: Component;
  plan: LookupPlan;
  name: string;
  version: string;
  valid: boolean;
}

class Matcher {
  readonly result: MatchResult = { matches: [], withdrawn: [], review: [], unmatched: [] };
  private readonly known: readonly string[];
  private readonly hasKev: boolean;
  private readonly plans = new Map<string, LookupPlan | NoLookup>();
  private readonly rows = new Map<string, readonly AffectedPackage[]>();
  private readonly severities = new Map<string, AdvisorySeverity & Pick<Match, 'severity_from'>>();

  constructor(
    private readonly source: AdvisorySource,
    private readonly registries: readonly RegistrySetting[],
  ) {
    this.known = source.ecosystems();
    this.hasKev = source.feeds().some((feed) => feed.name === 'kev');
  }

  match(component: Component): void {
    const subject = this.subject(component);
    if (subject === undefined) return;
    const rows = this.lookup(subject);
    if (!subject.valid) this.unversioned(subject, rows);
    for (const row of rows) this.judge(subject, row);
  }

  /** A commit pins more exactly than a version, but advisories are about versions. So it stays unjudged if there are any. */
  private unversioned({ component, version, plan }: Subject, rows: readonly AffectedPackage[]): void {
    if (!COMMIT.test(version))
      this.unmatched(component, 'invalid-version', `"${version.slice(0, 80)}" is no ${plan.ecosystem.name} version`);
    else if (rows.length > 0)
      this.unmatched(
        component,
        'commit',
        `pinned to a commit, which ${firstOf(
          rows.map(({ id }) => id),
          3,
        )} cannot be compared with`,
      );
  }

  /** Undefined, with the reason noted, for components that cannot be looked up. */
  private subject(component: Component): Subject | undefined {
    if (!component.resolved)
      return this.unmatched(component, 'unresolved', `no exact version: "${(component.requirement ?? '').slice(0, 80)}"`);
    const plan = this.plan(component.ecosystem);
    if ('kind' in plan) return this.unmatched(component, plan.kind, plan.reason);
    const foreign = component.version === null ? undefined : plan.ecosystem.foreignBuild?.(component.version, component.vendor);
    if (foreign !== undefined) return this.unmatched(component, 'foreign-build', foreign);
    const { name, version } = subjectOf(component, plan);
    if (version === null) return this.unmatched(component, 'no-version', 'the evidence states no version');
    return { component, plan, name, version, valid: plan.ecosystem.ordering.valid(version) };
  }

  private unmatched(component: Component, kind: UnmatchedKind, reason: string): undefined {
    this.result.unmatched.push({ component: component.ref, kind, reason });
  }

  private plan(ecosystem: string): LookupPlan | NoLookup {
    let plan = this.plans.get(ecosystem);
    if (plan === undefined) {
      plan = planLookup(ecosystem, this.source, this.known);
      this.plans.set(ecosystem, plan);
    }
    return plan;
  }

  /** Rows for all names of the package, each advisory once, by id. */
  private lookup({ plan, name }: Subject): readonly AffectedPackage[] {
    const key = `${plan.names[0]}\0${name}`;
    const earlier = this.rows.get(key);
    if (earlier) return earlier;
    const rows = plan.names.length === 1 ? this.source.affected(plan.names[0] ?? '', name) : this.joined(plan.names, name);
    const sorted = rows.length < 2 ? rows : [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
    this.rows.set(key, sorted);
    return sorted;
  }

  /** Rows of one advisory under several names (`Red Hat:…:appstream` and `…:baseos`) are about the same package, so all count. */
  private joined(names: readonly string[], name: string): AffectedPackage[] {
    const found = new Map<number, AffectedPackage>();
    for (const row of names.flatMap((ecosystem) => this.source.affected(ecosystem, name))) {
      const earlier = found.get(row.advisory);
      found.set(
        row.advisory,
        earlier ? { ...row, ranges: [...earlier.ranges, ...row.ranges], versions: [...earlier.versions, ...row.versions] } : row,
      );
    }
    return [...found.values()];
  }

  private judge(subject: Subject, listed: AffectedPackage): void {
    const { component, version, plan, valid } = subject;
    const row = plan.ecosystem.flavour === undefined ? listed : comparable(listed, version, component.module, plan.ecosystem.flavour);
    const evaluation = evaluateVersion(row, version, plan.ecosystem.ordering, !valid);
    if (evaluation === 'unaffected' || row.ranges.some(({ state }) => state === 'not-affected')) return;
    if (evaluation === 'undecidable') {
      if (valid) this.unmatched(component, 'invalid-version', `${row.id} names a version that is no ${plan.ecosystem.name} version`);
      return;
    }
    if (this.isWithdrawn(row)) {
      this.result.withdrawn.push({ component: component.ref, id: row.id, malicious: row.malicious });
      return;
    }
    const elsewhere = row.malicious ? privateOrigin(component, plan.ecosystem, this.registries) : undefined;
    if (elsewhere !== undefined) this.result.review.push({ component: component.ref, id: row.id, reason: elsewhere });
    else this.result.matches.push(this.build(subject, row, evaluation.affected));
  }

  /** A malicious record is also void if any alias is withdrawn. For other records an alias may have been withdrawn only as a duplicate. */
  private isWithdrawn(row: AffectedPackage): boolean {
    if (row.withdrawn || !row.malicious) return row.withdrawn;
    return this.source.withdrawn(this.source.advisory(row.advisory).aliases).length > 0;
  }

  private build({ component, plan, name, version }: Subject, row: AffectedPackage, cause: Cause): Match {
    const advisory = this.source.advisory(row.advisory);
    const severity = this.severityOf(row, advisory, plan.ecosystem);
    const fixes = fixesAbove(row, version, plan.ecosystem.ordering);
    const cves = [advisory.id, ...advisory.aliases].filter((id) => id.startsWith('CVE-'));
    const epss = this.epssOf(cves);
    return {
      component: component.ref,
      advisory,
      reason: { ecosystem: component.ecosystem, name, ...cause },
      fixed_versions: fixes,
      ...severity,
      ...(plan.ecosystem.purlNamespace !== undefined && this.answerOf({ component, plan, name, version }, row, fixes)),
      ...this.kevOf(cves),
      ...(epss && { epss }),
    };
  }

  /** A distribution's own rating in this release comes before its general one, and that before the scores of others. */
  private severityOf(row: AffectedPackage, advisory: Advisory, ecosystem: Ecosystem): AdvisorySeverity & Pick<Match, 'severity_from'> {
    const isDistribution = ecosystem.purlNamespace !== undefined;
    const urgency = isDistribution ? row.ranges.find((range) => range.urgency !== undefined)?.urgency : undefined;
    const key = isDistribution ? `${row.id}\0${ecosystem.name}\0${urgency ?? ''}` : row.id;
    let severity = this.severities.get(key);
    if (severity === undefined) {
      severity = isDistribution ? rateForDistribution(advisory, urgency, ecosystem.name) : rateAdvisory(advisory);
      this.severities.set(key, severity);
    }
    return severity;
  }

  /** What the distribution does about it in this release, with a fix that only subscribers get. */
  private answerOf(
    { component, plan, name, version }: Omit<Subject, 'valid'>,
    row: AffectedPackage,
    fixes: readonly string[],
  ): Pick<Match, 'fix_state' | 'subscription_fix'> {
    if (fixes.length > 0) return { fix_state: 'fixed' };
    const state = row.ranges.find((range) => range.state !== undefined)?.state;
    const { ecosystem } = plan;
    const names = ecosystem.subscriptionNames?.(component.ecosystem, this.known) ?? [];
    const paid = names.flatMap((other) => this.source.affected(other, name)).find(({ id }) => id === row.id);
    const [fix] = paid ? fixesAbove(paid, version, ecosystem.ordering).sort(ecosystem.ordering.compare) : [];
    return { ...(state !== undefined && { fix_state: state }), ...(fix !== undefined && { subscription_fix: fix }) };
  }

  /** The earliest listing of several CVEs, because the problem has been exploited since then. */
  private kevOf(cves: readonly string[]): Pick<Match, 'kev' | 'kev_added'> {
    if (!this.hasKev) return { kev: 'not_checked' };
    const [added] = cves.flatMap((cve) => this.source.kev(cve)?.date_added ?? []).sort();
    return added === undefined ? { kev: 'not_listed' } : { kev: 'listed', kev_added: added };
  }

  /** The highest score of several CVEs, because exploiting one is enough. */
  private epssOf(cves: readonly string[]): Match['epss'] {
    const scores = cves.map((cve) => this.source.epss(cve)).filter((score) => score !== undefined);
    return scores.sort((a, b) => b.score - a.score)[0];
  }
}
