import { sql } from 'kysely';
import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';

/** Findings that came or went on a day. */
interface Moved {
  day: string;
  severity: string;
  count: number;
}

/** Grades of days, and the findings that came and went on each. */
export class PostureDays {
  constructor(private readonly store: TenantStore) {}

  async keep(day: string, grade: string): Promise<void> {
    await tenantTable(this.store, 'posture_days').put({ day, grade });
  }

  async grades(from: string): Promise<ReadonlyMap<string, string>> {
    const rows = await tenantTable(this.store, 'posture_days').select(['day', 'grade']).where('day', '>=', from).execute();
    return new Map(rows.map(({ day, grade }) => [day, grade]));
  }

  /** Findings by the day on which they were first seen; those that somebody set aside do not count. */
  opened(): Promise<Moved[]> {
    return this.movedBy('first_seen', ['open', 'resolved']);
  }

  /** Resolved findings by the day on which they were resolved. */
  resolved(): Promise<Moved[]> {
    return this.movedBy('resolved_at', ['resolved']);
  }

  private async movedBy(column: 'first_seen' | 'resolved_at', status: string[]): Promise<Moved[]> {
    const day = sql<string>`coalesce(substr(${sql.ref(column)}, 1, 10), '')`;
    return tenantTable(this.store, 'findings')
      .select([], { status })
      .select([day.as('day'), 'severity', sql<number>`count(*)`.as('count')])
      .groupBy([day, 'severity'])
      .execute();
  }
}
