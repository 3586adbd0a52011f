import type { Finding } from '../../model/finding.js';
import type { TenantStore } from '../store/layer/store.js';
import { type DecisionRow, TriageRepository } from '../store/triage.js';
import { indexable } from './indexable.js';

/** What a decision is about: a problem in a package, or a rule and the thing that it found. The id of a finding by a rule is the rule's. */
export interface DecisionSubject {
  problem_id: string;
  package: string | null;
  subject: string | null;
}

/** A package URL without version, qualifiers and path, as the database computes it from a component; null for other refs. */
export function packageOf(component: string | null | undefined): string | null {
  return component?.startsWith('pkg:') ? component.replace(/[@?#].*$/s, '') : null;
}

/** What a decision about a finding is about. */
export function decisionSubject({ id, component, subject }: Pick<Finding, 'id' | 'component' | 'subject'>): DecisionSubject {
  const own = packageOf(component === undefined ? undefined : indexable(component));
  return { problem_id: indexable(id), package: own, subject: own === null && subject !== undefined ? indexable(subject) : null };
}

/** Malicious packages are set aside by dated exceptions only. */
export function setsAsideMalice(kind: string, state: string | null): boolean {
  return kind === 'malicious' && (state === 'false_positive' || state === 'not_affected');
}

/** Decisions that hold for findings that come. */
export class HeldDecisions {
  private readonly bySubject: ReadonlyMap<string, DecisionRow>;

  /** Of several decisions about the same, the last one holds. */
  constructor(decisions: readonly DecisionRow[]) {
    this.bySubject = new Map(decisions.map((decision) => [keyOf(decision), decision]));
  }

  static async at(store: TenantStore, now: string): Promise<HeldDecisions> {
    return new HeldDecisions(await new TriageRepository(store).inForce(now));
  }

  of(finding: Finding): DecisionRow | undefined {
    if (this.bySubject.size === 0) return undefined;
    const own = decisionSubject(finding);
    const names = [own.problem_id, ...[finding.id, ...finding.aliases, ...finding.advisories].map(indexable)];
    const found = names.map((problem_id) => this.bySubject.get(keyOf({ ...own, problem_id }))).find((one) => one !== undefined);
    return found && setsAsideMalice(finding.kind, found.state) ? undefined : found;
  }
}

function keyOf({ problem_id, package: own, subject }: DecisionSubject): string {
  return JSON.stringify([problem_id.toLowerCase(), own, subject]);
}
