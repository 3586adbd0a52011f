import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { TextArray } from '../layer/parameters.js';
import type { TenantStore } from '../layer/store.js';
import { phrasesOf } from './search-words.js';

/** Up to so many matches are sorted; of more the list is walked in its order, where the next match is near. */
export const FEW_MATCHES = 1000;

/** How the index of words names a finding: by its row on SQLite, by its id on PostgreSQL. */
export type FindingKey = string | number;

/** A search of findings, on the table `findings`. */
export interface FindingSearch {
  /** Every phrase occurs in the finding's text, at the beginning of a word. */
  exact: RawBuilder<SqlBool>;
  /** What the index of words gives, in no order, to one more than `most`: a little more than `exact`. */
  keys(): Promise<readonly FindingKey[]>;
}

/** The search that a person's words mean; undefined where they hold no letter and no digit. */
export function findingSearch(store: TenantStore, query: string, most = FEW_MATCHES): FindingSearch | undefined {
  const phrases = phrasesOf(query);
  if (phrases.length === 0) return undefined;
  const at = sql.raw(store.dialect === 'sqlite' ? 'instr' : 'strpos');
  const texts = phrases.map((words) => words.map((word) => ` ${word}`).join(''));
  const exact = allOf(texts.map((text) => sql<SqlBool>`${at}(search, ${text}) > 0`));
  const found = store.dialect === 'sqlite' ? inFullText(store, phrases, most) : inWords(store, phrases, exact, most);
  return {
    exact,
    keys: async () => (await found.execute(store.db)).rows.map(({ key }) => key),
  };
}

/** Holds for the tenant's findings with these keys, and leads to them. */
export function withKeys({ tenantId, dialect }: TenantStore, keys: readonly FindingKey[]): RawBuilder<SqlBool> {
  if (dialect === 'postgres') return sql<SqlBool>`tenant_id = ${tenantId} and finding_id = any(${new TextArray(keys.map(String))})`;
  // The plus keeps SQLite from walking an index of the tenant (SQLite documentation, "Query Planner", unary plus).
  return sql<SqlBool>`+tenant_id = ${tenantId} and row_id in (select value from json_each(${JSON.stringify(keys)}))`;
}

/** FTS5 (SQLite documentation, "Full-text Query Syntax"): words in quotes, `*` for a beginning, all of them asked for. */
function inFullText({ tenantId }: TenantStore, phrases: readonly string[][], most: number): RawBuilder<{ key: FindingKey }> {
  const tenant = `x${Buffer.from(tenantId).toString('hex')}`;
  const terms = phrases.flatMap((words) => words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`));
  const match = [`"${tenant}"`, ...terms].join(' ');
  return sql<{ key: FindingKey }>`select rowid as key from finding_words where finding_words match ${match} limit ${most + 1}`;
}

/** A word with digits leads, else the longest, being the rarest as a rule. A finding that has two words with one beginning may come twice. */
function inWords(
  { tenantId }: TenantStore,
  phrases: readonly string[][],
  exact: RawBuilder<SqlBool>,
  most: number,
): RawBuilder<{ key: FindingKey }> {
  const words = phrases.flatMap((all) => all.map((word, index) => ({ word, whole: index < all.length - 1 })));
  const weight = ({ word }: { word: string }) => (/\d/.test(word) ? 1000 : 0) + word.length;
  const [first, ...rest] = words.sort((a, b) => weight(b) - weight(a));
  // What else is asked for is in the finding's text, which is found by its key.
  const others = sql<SqlBool>`exists (select 1 from findings f where f.tenant_id = ${tenantId} and f.finding_id = w.finding_id and ${exact})`;
  const conditions = allOf([
    sql<SqlBool>`w.tenant_id = ${tenantId}`,
    ...(first ? [startsOrIs(first)] : []),
    ...(rest.length > 0 ? [others] : []),
  ]);
  return sql<{ key: FindingKey }>`select w.finding_id as key from finding_words w where ${conditions} limit ${most + 1}`;
}

function startsOrIs({ word, whole }: { word: string; whole: boolean }): RawBuilder<SqlBool> {
  return whole ? sql<SqlBool>`w.word = ${word}` : sql<SqlBool>`w.word >= ${word} and w.word < ${`${word}\u{10ffff}`}`;
}

function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
