import type { Dialect } from '../schema/dialect.js';

/** A trigger's function, for the rows of a statement. */
function replaced(what: string, body: string): string {
  return `create or replace function finding_words_${what}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`;
}

/**
 * On PostgreSQL the words of findings are half of what a push writes. Without the index by finding, and without checks for rows that
 * cannot exist, they take a third less.
 */
export function findingWords(dialect: Dialect): string[] {
  if (dialect === 'sqlite') return [];
  const changed = 'fresh join stale on stale.tenant_id = fresh.tenant_id and stale.finding_id = fresh.finding_id';
  return [
    replaced(
      'insert',
      `insert into finding_words (tenant_id, word, finding_id)
         select distinct fresh.tenant_id, word, fresh.finding_id from fresh, string_to_table(fresh.search, ' ') as word where word <> '';`,
    ),
    replaced(
      'update',
      `delete from finding_words using ${changed}, string_to_table(stale.search, ' ') as old_word
         where stale.search <> fresh.search and finding_words.tenant_id = stale.tenant_id and finding_words.word = old_word
           and finding_words.finding_id = stale.finding_id;
       insert into finding_words (tenant_id, word, finding_id)
         select distinct fresh.tenant_id, word, fresh.finding_id from ${changed}, string_to_table(fresh.search, ' ') as word
           where stale.search <> fresh.search and word <> '';`,
    ),
    replaced(
      'delete',
      `delete from finding_words using stale, string_to_table(stale.search, ' ') as old_word
         where finding_words.tenant_id = stale.tenant_id and finding_words.word = old_word
           and finding_words.finding_id = stale.finding_id;`,
    ),
    'drop index finding_words_by_finding_id',
  ];
}
