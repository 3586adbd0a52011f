import { tableStatements } from '../schema/create-tables.js';
import type { Dialect } from '../schema/dialect.js';

/** Partial indexes for rare values, so that other findings cost nothing. */
const PARTIAL = [
  `create index findings_listed on findings (tenant_id, severity_rank, last_seen, finding_id) where kev = 1`,
  `create index findings_triaged on findings (tenant_id, triage, severity_rank, last_seen, finding_id) where triage is not null`,
  `create index findings_by_subject on findings (tenant_id, subject) where subject is not null`,
];

/**
 * The words of `findings.search` in an FTS5 index without a copy of the text. The tenant is indexed as a word, so that
 * a search only finds rows of one tenant.
 */
const SQLITE_WORDS = [
  `create virtual table finding_words using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
  `create trigger finding_words_new after insert on findings begin
     insert into finding_words (rowid, words) values (new.row_id, 'x' || hex(new.tenant_id) || new.search);
   end`,
  `create trigger finding_words_changed after update of search on findings when new.search is not old.search begin
     delete from finding_words where rowid = old.row_id;
     insert into finding_words (rowid, words) values (new.row_id, 'x' || hex(new.tenant_id) || new.search);
   end`,
  `create trigger finding_words_gone after delete on findings begin
     delete from finding_words where rowid = old.row_id;
   end`,
];

/**
 * A table of words instead of a GIN index: under row-level security PostgreSQL uses an index only for leakproof
 * operators, and those of text search are not.
 */
const POSTGRES_WORDS_TABLE = {
  finding_words: {
    tenant: true,
    columns: { word: 'text', finding_id: 'text' },
    primary: ['word', 'finding_id'],
    indexes: [['finding_id']],
  },
} as const;

const POSTGRES_WORDS = [
  `create function finding_words_insert() returns trigger language plpgsql as $$ begin
     insert into finding_words (tenant_id, word, finding_id)
       select distinct fresh.tenant_id, word, fresh.finding_id from fresh, string_to_table(fresh.search, ' ') as word where word <> ''
       on conflict do nothing;
     return null;
   end $$`,
  `create function finding_words_update() returns trigger language plpgsql as $$ begin
     delete from finding_words using fresh join stale on stale.tenant_id = fresh.tenant_id and stale.finding_id = fresh.finding_id
       where stale.search <> fresh.search and finding_words.tenant_id = fresh.tenant_id and finding_words.finding_id = fresh.finding_id;
     insert into finding_words (tenant_id, word, finding_id)
       select distinct fresh.tenant_id, word, fresh.finding_id
         from fresh join stale on stale.tenant_id = fresh.tenant_id and stale.finding_id = fresh.finding_id,
           string_to_table(fresh.search, ' ') as word
         where stale.search <> fresh.search and word <> ''
       on conflict do nothing;
     return null;
   end $$`,
  `create function finding_words_delete() returns trigger language plpgsql as $$ begin
     delete from finding_words using stale where finding_words.tenant_id = stale.tenant_id and finding_words.finding_id = stale.finding_id;
     return null;
   end $$`,
  `create trigger finding_words_new after insert on findings referencing new table as fresh
     for each statement execute function finding_words_insert()`,
  `create trigger finding_words_changed after update on findings referencing old table as stale new table as fresh
     for each statement execute function finding_words_update()`,
  `create trigger finding_words_gone after delete on findings referencing old table as stale
     for each statement execute function finding_words_delete()`,
];

/** Indexes for lists and the search of findings. */
export function findingIndexes(dialect: Dialect): string[] {
  if (dialect === 'sqlite') return [...PARTIAL, ...SQLITE_WORDS];
  return [...tableStatements(POSTGRES_WORDS_TABLE, dialect), ...PARTIAL, ...POSTGRES_WORDS];
}
