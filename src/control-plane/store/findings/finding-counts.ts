import { type RawBuilder, sql } from 'kysely';
import { type Severity, severities } from '../../../model/severity.js';
import { own } from '../layer/dialects.js';
import type { TenantStore } from '../layer/store.js';
import { tenantTable } from '../layer/table.js';
import type { Draft } from '../layer/tables.js';

/** Findings that are equal to numbers and grades, with their count. */
export type FindingCount = Draft<'finding_counts'>;

/** Open findings of all sources that are equal to a framework. */
export interface GroupCount extends GroupKey {
  severity: string;
  count: number;
}

export interface GroupKey {
  kind: string;
  /** Empty when no rule found them. */
  rule: string;
  cwes: readonly string[];
}

/** The fields of a finding in a list of the worst. */
export interface WorstFinding {
  finding_id: string;
  problem_id: string;
  source_id: string;
  severity: string;
  kind: string;
}

/** Number of groups in one statement. */
const GROUPS = 40;

/** The counts of a tenant's findings that triggers maintain, and the first findings of each. */
export class FindingCounts {
  constructor(private readonly store: TenantStore) {}

  all(): Promise<FindingCount[]> {
    return tenantTable(this.store, 'finding_counts')
      .select(['source_id', 'kind', 'severity', 'status', 'kev', 'fixed', 'count'])
      .where('count', '>', 0)
      .execute();
  }

  groups(): Promise<GroupCount[]> {
    return tenantTable(this.store, 'finding_groups')
      .select(['kind', 'rule', 'cwes', 'severity'])
      .select(sql<number>`cast(sum(count) as bigint)`.as('count'))
      .where('count', '>', 0)
      .groupBy(['kind', 'rule', 'cwes', 'severity'])
      .orderBy('kind')
      .orderBy('rule')
      .orderBy('cwes')
      .execute();
  }

  /** The first open findings of each group and severity, ordered by id, up to a number of each. */
  async firstOf(keys: readonly (GroupKey & { severity: string; most: number })[]): Promise<WorstFinding[][]> {
    const found: WorstFinding[][] = keys.map(() => []);
    for (let from = 0; from < keys.length; from += GROUPS) {
      const parts = keys.slice(from, from + GROUPS).map((key, index) => sql`select * from (${this.ofGroup(key, from + index)}) as one`);
      const { rows } = await sql<WorstFinding & { place: number }>`${sql.join(parts, sql` union all `)}`.execute(this.store.db);
      for (const { place, ...finding } of rows) found[place]?.push(finding);
    }
    return found;
  }

  /** Open findings that lead to an F by themselves, by reason and ordered by id, up to a number for each reason. */
  async failing(most: number): Promise<{ because: 'malicious' | 'kev' | 'critical'; finding: WorstFinding }[]> {
    const reasons = [
      ['malicious', sql`(kind = 'malicious' or kev = 1) and kind = 'malicious'`],
      ['kev', sql`(kind = 'malicious' or kev = 1) and kind <> 'malicious'`],
      [
        'critical',
        sql`severity = 'critical' and (fixed_version is not null or kind <> 'vulnerability') and kind <> 'malicious' and kev <> 1`,
      ],
    ] as const;
    const all = [];
    for (const [because, condition] of reasons) {
      const { rows } = await this.first(sql`status = 'open' and ${condition}`, most).execute(this.store.db);
      all.push(...rows.map((finding) => ({ because, finding })));
    }
    return all;
  }

  private ofGroup({ kind, rule, cwes, severity, most }: GroupKey & { severity: string; most: number }, place: number) {
    const ruled = rule === '' ? sql`rule is null` : sql`rule = ${rule}`;
    const own = sql`status = 'open' and kind = ${kind} and cwes = ${cwes} and ${ruled} and severity = ${severity}`;
    return this.first(own, most, sql`, ${sql.lit(place)} as place`);
  }

  private first(condition: RawBuilder<unknown>, most: number, more: RawBuilder<unknown> = sql``): RawBuilder<WorstFinding> {
    return sql<WorstFinding>`select finding_id, problem_id, source_id, severity, kind${more} from findings
      where ${own(this.store, 'findings')} and ${condition} order by finding_id limit ${most}`;
  }
}

/** Parses a stored severity. */
export function toSeverity(text: string): Severity {
  return severities.find((one) => one === text) ?? 'unknown';
}
