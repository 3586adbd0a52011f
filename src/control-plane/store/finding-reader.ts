import type { Selectable } from 'kysely';
import type { Finding } from '../../model/finding.js';
import { unled } from './dialects.js';
import { findingSearch, withKeys } from './finding-search.js';
import { inPieces, selectMany } from './many-rows.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

/** A finding whole, with where it is kept. */
export interface OpenFinding {
  findingId: string;
  sourceId: string;
  finding: Finding;
}

/** An open finding as the summary counts it. */
export type CountedFinding = Pick<
  Selectable<Tables['findings']>,
  'finding_id' | 'source_id' | 'kind' | 'rule' | 'problem_id' | 'severity' | 'kev' | 'fixed_version' | 'component' | 'subject' | 'cwes'
>;

/** Rows of one statement: few enough that other requests are not kept waiting. */
const AT_ONCE = 500;

/** Findings that one exception may speak for; more than these are left to narrower exceptions. */
const MAX_NAMED = 10_000;

/** Findings of one tenant, read in bulk. */
export class FindingReader {
  constructor(private readonly store: TenantStore) {}

  /** Present findings that go by an id, an alias or a rule; a few more may be among them. */
  async named(problem: string): Promise<OpenFinding[]> {
    const search = findingSearch(this.store, problem, MAX_NAMED);
    if (!search) return [];
    const rows = await this.store.db
      .selectFrom('findings')
      .select(['finding_id', 'source_id', 'document'])
      .where(withKeys(this.store, await search.keys()))
      .where(search.exact)
      .where('status', '<>', 'resolved')
      .execute();
    return rows.map(whole);
  }

  /** Open findings about these components or subjects. */
  async touching(components: readonly string[], subjects: readonly string[]): Promise<OpenFinding[]> {
    const { db, tenantId } = this.store;
    const own = db
      .selectFrom('findings')
      .select(['finding_id', 'source_id', 'document'])
      .where('tenant_id', '=', tenantId)
      .where(unled(this.store, 'status'), '=', 'open');
    const byComponent = await selectMany(components, (some) => own.where('component', 'in', some).execute());
    const bySubject = await selectMany(subjects, (some) => own.where('subject', 'in', some).execute());
    const rows = new Map([...byComponent, ...bySubject].map((row) => [row.finding_id, row]));
    return [...rows.values()].sort((a, b) => (a.finding_id < b.finding_id ? -1 : 1)).map(whole);
  }

  /** Every open finding, in the order of their ids. */
  open(): AsyncGenerator<readonly CountedFinding[]> {
    return inPieces<CountedFinding>(AT_ONCE, (last) => this.openAfter(last?.finding_id ?? ''));
  }

  async count(status: 'suppressed' | 'resolved'): Promise<number> {
    const { db, tenantId } = this.store;
    const { count } = await db
      .selectFrom('findings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId)
      .where('status', '=', status)
      .executeTakeFirstOrThrow();
    return count;
  }

  private openAfter(findingId: string): Promise<CountedFinding[]> {
    const { db, tenantId } = this.store;
    return db
      .selectFrom('findings')
      .select(['finding_id', 'source_id', 'kind', 'rule', 'problem_id', 'severity', 'kev', 'fixed_version', 'component', 'subject', 'cwes'])
      .where('tenant_id', '=', tenantId)
      .where(unled(this.store, 'status'), '=', 'open')
      .where('finding_id', '>', findingId)
      .orderBy('finding_id')
      .limit(AT_ONCE)
      .execute();
  }
}

function whole({ finding_id, source_id, document }: Pick<Tables['findings'], 'finding_id' | 'source_id' | 'document'>): OpenFinding {
  return { findingId: finding_id, sourceId: source_id, finding: document };
}
