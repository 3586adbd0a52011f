import { sql } from 'kysely';
import type { Finding } from '../../../model/finding.js';
import { unled } from '../layer/dialects.js';
import { among, inPieces, selectMany } from '../layer/many-rows.js';
import type { TenantStore } from '../layer/store.js';
import { tenantTable } from '../layer/table.js';
import type { Tables } from '../layer/tables.js';
import { OriginRepository } from './finding-origins.js';
import { findingSearch, withKeys } from './finding-search.js';

/** A complete finding with its place. */
export interface KeptFinding {
  findingId: string;
  sourceId: string;
  /** Its own source, and all others that have seen it. */
  sourceIds: readonly string[];
  status: string;
  /** In the indexed form, in which a very long one is cut. */
  component: string | null;
  subject: string | null;
  finding: Finding;
}

/** The number of open findings about a component or subject. */
export interface OpenAbout {
  ref: string;
  severity: string;
  count: number;
}

/** Number of refs in one statement, small enough not to delay other requests. */
const AT_ONCE = 1000;

/** Limit of findings that one exception may cover; for more, narrower exceptions are needed. */
const MAX_NAMED = 10_000;

const WHOLE = ['finding_id', 'source_id', 'shared', 'status', 'component', 'subject', 'document'] as const;
const ABOUT = ['component', 'subject'] as const;
type About = (typeof ABOUT)[number];
type Whole = Pick<Tables['findings'], (typeof WHOLE)[number]>;

/** Findings of one tenant, read in bulk. */
export class FindingReader {
  constructor(private readonly store: TenantStore) {}

  /** Present findings with an id, an alias or a rule; the result may include a few others. */
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
    return this.whole(rows);
  }

  /** Some findings by their ids, whatever their status. */
  async some(ids: readonly string[]): Promise<KeptFinding[]> {
    const rows = await selectMany(ids, (some) =>
      this.own(WHOLE)
        .where(among(this.store, 'finding_id', some))
        .execute(),
    );
    return this.whole(rows);
  }

  /** Open findings about these components or subjects, ordered by id. */
  async touching(components: readonly string[], subjects: readonly string[]): Promise<KeptFinding[]> {
    const about = (column: About, refs: readonly string[]) =>
      selectMany(refs, (some) =>
        this.open(WHOLE)
          .where(among(this.store, column, some))
          .execute(),
      );
    const [byComponent, bySubject] = [await about('component', components), await about('subject', subjects)];
    const rows = new Map([...byComponent, ...bySubject].map((row) => [row.finding_id, row]));
    return this.whole([...rows.values()].sort((a, b) => (a.finding_id < b.finding_id ? -1 : 1)));
  }

  /** Numbers of open findings about each component or subject. */
  async *openAbout(): AsyncGenerator<readonly OpenAbout[]> {
    for (const column of ABOUT) {
      // Ordered by the column, so that the database can count piece by piece.
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
          // Written literally, so that the planner uses the partial index.
          .where(column, 'is not', null)
          .where(among(this.store, column, some))
          .groupBy([column, 'severity'])
          .execute(),
      );
    return [...(await counted('component')), ...(await counted('subject'))];
  }

  private async whole(rows: readonly Whole[]): Promise<KeptFinding[]> {
    const sourcesOf = await new OriginRepository(this.store).sourcesOf(rows);
    return rows.map((row) => {
      const { finding_id, source_id, shared: _, document, ...rest } = row;
      return { findingId: finding_id, sourceId: source_id, sourceIds: sourcesOf(row), ...rest, finding: document };
    });
  }

  private own<C extends (typeof WHOLE)[number] = never>(columns: readonly C[] = []) {
    return tenantTable(this.store, 'findings').select(columns);
  }

  /** The planner must not choose the index by status. */
  private open<C extends (typeof WHOLE)[number] = never>(columns: readonly C[] = []) {
    return this.own(columns).where(unled(this.store, 'status'), '=', 'open');
  }
}
