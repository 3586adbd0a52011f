import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { TextArray } from '../layer/parameters.js';
import type { TenantStore } from '../layer/store.js';
import { phrasesOf } from './search-words.js';

/** Up to this many matches are sorted. With more, the next match is near, so the list is read in its order instead. */
export const FEW_MATCHES = 1000;

/** How the index of words names a finding: by its row on SQLite, by its id on PostgreSQL. */
export type FindingKey = string | number;

/** A search of findings, on the table `findings`. */
export interface FindingSearch {
  /** Every phrase occurs in the finding's text, at the beginning of a word. */
  exact: RawBuilder<SqlBool>;
  /** Keys from the index of words, in no order, at most one more than `most`. They include a few findings that `exact` excludes. */
  keys(): Promise<readonly FindingKey[]>;
}

/** The search for a query as people type it; undefined for a query without letters and digits. */
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

/** The condition that a finding has one of these keys. It makes the database look the keys up. */
export function withKeys({ tenantId, dialect }: TenantStore, keys: readonly FindingKey[]): RawBuilder<SqlBool> {
  if (dialect === 'postgres') return sql<SqlBool>`tenant_id = ${tenantId} and finding_id = any(${new TextArray(keys.map(String))})`;
  // The plus keeps SQLite from walking an index of the tenant (SQLite documentation, "Query Planner", unary plus).
  return sql<SqlBool>`+tenant_id = ${tenantId} and row_id in (select value from json_each(${JSON.stringify(keys)}))`;
}

/** An FTS5 query (SQLite documentation, "Full-text Query Syntax"): all words in quotes; `*` matches the beginnings of words. */
function inFullText({ tenantId }: TenantStore, phrases: readonly string[][], most: number): RawBuilder<{ key: FindingKey }> {
  const tenant = `x${Buffer.from(tenantId).toString('hex')}`;
  const terms = phrases.flatMap((words) => words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`));
  const match = [`"${tenant}"`, ...terms].join(' ');
  return sql<{ key: FindingKey }>`select rowid as key from finding_words where finding_words match ${match} limit ${most + 1}`;
}

/**
 * Looks up the word that is probably the rarest: one with digits, else the longest. A finding with two words that begin alike
 * may come twice.
 */
function inWords(
  { tenantId }: TenantStore,
  phrases: readonly string[][],
  exact: RawBuilder<SqlBool>,
  most: number,
): RawBuilder<{ key: FindingKey }> {
  const words = phrases.flatMap((all) => all.map((word, index) => ({ word, whole: index < all.length - 1 })));
  const weight = ({ word }: { word: string }) => (/\d/.test(word) ? 1000 : 0) + word.length;
  const [first, ...rest] = words.sort((a, b) => weight(b) - weight(a));
  // The other words are compared with the finding's text.
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
