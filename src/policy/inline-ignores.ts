import type { Finding, Suppression } from '../model/finding.js';
import type { InlineIgnore } from '../model/iac.js';
import type { Note } from '../model/report.js';
import { quote } from '../support/quote.js';
import { didYouMean } from '../support/suggest.js';

/** Why a comment does not hold, if so. */
type Fault = 'no reason' | 'no date' | 'ended' | undefined;

/** Comments in scanned files that set a rule aside for their place. They need a reason, and hold until their date. */
export class InlineIgnores {
  private readonly byRule = new Map<string, InlineIgnore[]>();
  private readonly used = new Set<InlineIgnore>();

  constructor(
    ignores: readonly InlineIgnore[],
    /** `YYYY-MM-DD`. */
    private readonly today: string,
    /** Ids of all rules, where they are at hand: a name that is none of them is said to be one. */
    private readonly rules: readonly string[] = [],
  ) {
    for (const ignore of ignores) {
      // Comments of other scanners set nothing aside.
      if (ignore.foreign !== undefined) continue;
      const rule = ignore.rule.toLowerCase();
      const known = this.byRule.get(rule);
      // The search for secrets reads the comments of files that a reader of infrastructure code has read, too.
      if (known?.some((other) => isSameComment(other, ignore))) continue;
      if (known) known.push(ignore);
      else this.byRule.set(rule, [ignore]);
    }
  }

  /** The comment that sets a finding aside, by the finding's first place. */
  find({ rule = '', aliases, locations: [place] }: Finding): Suppression | undefined {
    const line = place?.line;
    if (line === undefined) return undefined;
    const own = [rule, ...aliases]
      .flatMap((name) => this.byRule.get(name.toLowerCase()) ?? [])
      .filter((ignore) => ignore.path === place?.path && ignore.line <= line && line <= ignore.endLine);
    for (const ignore of own) this.used.add(ignore);
    const holding = own.find((ignore) => this.faultOf(ignore) === undefined);
    return holding && { by: 'ignore', reason: holding.reason, ...(holding.until !== undefined && { expires: holding.until }) };
  }

  /** What a person should know of comments that set nothing aside. Ask after all findings were looked up. */
  notes(): Note[] {
    return [...this.byRule.values()].flat().flatMap((ignore): Note[] => {
      const where = `${ignore.path}:${ignore.line}: castellan:ignore of ${quote(ignore.rule, 60)}`;
      const fault = this.faultOf(ignore);
      if (fault === 'ended') return [{ kind: 'expired_ignore', text: `${where} ended on ${ignore.until ?? ''} and no longer holds` }];
      if (fault === 'no date') return [{ kind: 'unused_ignore', text: `${where} does not hold: until= takes a date, YYYY-MM-DD` }];
      if (fault === 'no reason') return [{ kind: 'unused_ignore', text: `${where} does not hold: it gives no reason after --` }];
      return this.used.has(ignore) ? [] : [{ kind: 'unused_ignore', text: `${where} ${this.missed(ignore.rule)}` }];
    });
  }

  /** Advisories have names of their own, which are in capitals. */
  private missed(rule: string): string {
    const isName = this.rules.length === 0 || /^[A-Z]+-/.test(rule) || this.rules.some((id) => id.toLowerCase() === rule.toLowerCase());
    return isName ? 'matched nothing' : `names no rule${didYouMean(rule, this.rules)}`;
  }

  private faultOf({ reason, until }: InlineIgnore): Fault {
    if (reason === '') return 'no reason';
    if (until === undefined) return undefined;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(until)) return 'no date';
    return until < this.today ? 'ended' : undefined;
  }
}

function isSameComment(a: InlineIgnore, b: InlineIgnore): boolean {
  return a.path === b.path && a.line === b.line && a.reason === b.reason && a.until === b.until;
}
