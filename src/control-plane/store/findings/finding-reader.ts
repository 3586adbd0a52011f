import { sql } from 'kysely';
import type { Finding } from '../../../model/finding.js';
import { unled } from '../layer/dialects.js';
import { among, inPieces, selectMany } from '../layer/many-rows.js';
import type { TenantStore } from '../layer/store.js';
import { tenantTable } from '../layer/table.js';
import type { Tables } from '../layer/tables.js';
import { findingSearch, withKeys } from './finding-search.js';

/** A finding whole, with where it is kept. */
export interface KeptFinding {
  findingId: string;
  sourceId: string;
  status: string;
  /** As they are indexed: a very long one is cut. */
  component: string | null;
  subject: string | null;
  finding: Finding;
}

/** How many open findings are about a component or subject. */
export interface OpenAbout {
  ref: string;
  severity: string;
  count: number;
}

/** Refs that one statement counts: few enough that other requests are not kept waiting. */
const AT_ONCE = 1000;

/** Findings that one exception may speak for; more than these are left to narrower exceptions. */
const MAX_NAMED = 10_000;

const WHOLE = ['finding_id', 'source_id', 'status', 'component', 'subject', 'document'] as const;
const ABOUT = ['component', 'subject'] as const;
type About = (typeof ABOUT)[number];

/** Findings of one tenant, read in bulk. */
export class FindingReader {
  constructor(private readonly store: TenantStore) {}

  /** Present findings that go by an id, an alias or a rule; a few more may be among them. */
  async named(problem: string): Promise<KeptFinding[]> {
    const search = findingSearch(this.store, problem, MAX_NAMED);
    if (!search) return [];
    const rows = await this.store.db
      .selectFrom('findings')
      .select(WHOLE)
      .where(withKeys(this.store, await search.keys()))
      .where(search.exact)
      .where('status', '<>', 'resolved')
      .execute();
    return rows.map(whole);
  }

  /** Some findings by their ids, whatever became of them. */
  async some(ids: readonly string[]): Promise<KeptFinding[]> {
    const rows = await selectMany(ids, (some) =>
      this.own(WHOLE)
        .where(among(this.store, 'finding_id', some))
        .execute(),
    );
    return rows.map(whole);
  }

  /** Open findings about these components or subjects, in the order of their ids. */
  async touching(components: readonly string[], subjects: readonly string[]): Promise<KeptFinding[]> {
    const about = (column: About, refs: readonly string[]) =>
      selectMany(refs, (some) =>
        this.open(WHOLE)
          .where(among(this.store, column, some))
          .execute(),
      );
    const [byComponent, bySubject] = [await about('component', components), await about('subject', subjects)];
    const rows = new Map([...byComponent, ...bySubject].map((row) => [row.finding_id, row]));
    return [...rows.values()].sort((a, b) => (a.finding_id < b.finding_id ? -1 : 1)).map(whole);
  }

  /** Numbers of open findings about everything that some are about. */
  async *openAbout(): AsyncGenerator<readonly OpenAbout[]> {
    for (const column of ABOUT) {
      // Led by the column, whose order lets the database count piece by piece.
      const all = this.open()
        .select([sql.ref<string>(column).as('ref'), sql<string>`''`.as('severity'), sql<number>`count(*)`.as('count')])
        .where(column, 'is not', null)
        .groupBy(column)
        .orderBy(column)
        .limit(AT_ONCE);
      yield* inPieces<OpenAbout>(AT_ONCE, (last) => (last ? all.where(column, '>', last.ref) : all).execute());
    }
  }

  /** Numbers of open findings about some components or subjects, by severity. */
  async openAboutSome(refs: readonly string[]): Promise<OpenAbout[]> {
    const counted = (column: About) =>
      selectMany(refs, (some) =>
        this.open()
          .select([sql.ref<string>(column).as('ref'), 'severity', sql<number>`count(*)`.as('count')])
          // Written out, so that the partial index is seen to fit.
          .where(column, 'is not', null)
          .where(among(this.store, column, some))
          .groupBy([column, 'severity'])
          .execute(),
      );
    return [...(await counted('component')), ...(await counted('subject'))];
  }

  private own<C extends (typeof WHOLE)[number] = never>(columns: readonly C[] = []) {
    return tenantTable(this.store, 'findings').select(columns);
  }

  /** The status must not choose the index. */
  private open<C extends (typeof WHOLE)[number] = never>(columns: readonly C[] = []) {
    return this.own(columns).where(unled(this.store, 'status'), '=', 'open');
  }
}

function whole({ finding_id, source_id, document, ...row }: Pick<Tables['findings'], (typeof WHOLE)[number]>): KeptFinding {
  return { findingId: finding_id, sourceId: source_id, ...row, finding: document };
}
