import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { phrasesOf } from './search-words.js';
import type { TenantStore } from './store.js';

/** Up to so many matches are sorted; of more the list is walked in its order, where the next match is near. */
export const FEW_MATCHES = 1000;

/** A search of findings, as conditions on the table `findings`. */
export interface FindingSearch {
  /** Holds for what the index of words gives: a little more than `exact`. */
  indexed: RawBuilder<SqlBool>;
  /** Every phrase occurs in the finding's text, at the beginning of a word. */
  exact: RawBuilder<SqlBool>;
}

/** The search that a person's words mean; undefined where they hold no letter and no digit. */
export function findingSearch(store: TenantStore, query: string): FindingSearch | undefined {
  const phrases = phrasesOf(query);
  if (phrases.length === 0) return undefined;
  const at = sql.raw(store.dialect === 'sqlite' ? 'instr' : 'strpos');
  const texts = phrases.map((words) => words.map((word) => ` ${word}`).join(''));
  return {
    indexed: store.dialect === 'sqlite' ? inFullText(store, phrases) : inWords(store, phrases),
    exact: allOf(texts.map((text) => sql<SqlBool>`${at}(search, ${text}) > 0`)),
  };
}

/** Whether the index gives at most `FEW_MATCHES` findings. */
export async function findsFew({ db, tenantId }: TenantStore, { indexed }: FindingSearch): Promise<boolean> {
  const some = db
    .selectFrom('findings')
    .select('finding_id')
    .where('tenant_id', '=', tenantId)
    .where(indexed)
    .limit(FEW_MATCHES + 1);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count <= FEW_MATCHES;
}

/** FTS5 (SQLite documentation, "Full-text Query Syntax"): words in quotes, `*` for a beginning, all of them asked for. */
function inFullText({ tenantId }: TenantStore, phrases: readonly string[][]): RawBuilder<SqlBool> {
  const tenant = `x${Buffer.from(tenantId).toString('hex')}`;
  const terms = phrases.flatMap((words) => words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`));
  return sql<SqlBool>`row_id in (select rowid from finding_words where finding_words match ${[`"${tenant}"`, ...terms].join(' ')})`;
}

/** The longest word leads, being the rarest as a rule. */
function inWords({ tenantId }: TenantStore, phrases: readonly string[][]): RawBuilder<SqlBool> {
  const words = phrases.flatMap((all) => all.map((word, index) => ({ word, whole: index < all.length - 1 })));
  const sorted = words.sort((a, b) => b.word.length - a.word.length);
  return allOf(
    sorted.map(
      ({ word, whole }) =>
        sql<SqlBool>`finding_id in (select w.finding_id from finding_words w where w.tenant_id = ${tenantId} and ${
          whole ? sql`w.word = ${word}` : sql`w.word >= ${word} and w.word < ${`${word}\u{10ffff}`}`
        })`,
    ),
  );
}

function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
