import type { CodeHit, FlowCheck } from './hits.js';
import { isOfTests } from './test-files.js';

/** Where a database keeps the list of all its tables. */
const LIST =
  /\b(?:information_schema\.tables|pg_(?:catalog\.)?tables|sqlite_(?:master|schema)|sys\.tables|show\s+(?:full\s+)?tables|get_table_names|getTableNames|list_?collection_?(?:names)?s?|listTables)\b/i;
/** A table is dropped or emptied whose name only the running code knows. */
const EMPTIED =
  /\b(?:drop\s+table|truncate(?:\s+table)?|delete\s+from)\b[^;\n]{0,60}?(?:\$\{?\w|\{\w*|%s|%I|["'`]\s*(?:\.|\+|\|\|))|\b(?:delete_many|deleteMany)\(\s*\{\s*\}|\.drop\(\)/i;
/** Everything at once. */
const WHOLE =
  /\bdrop\s+schema\s+(?:if\s+exists\s+)?["'`]?public\b[^;\n]{0,20}\bcascade\b|\bdropDatabase\(|\bdrop_database\(|\bdrop\s+database\s+(?:if\s+exists\s+)?["'`$\w]/i;
/** The user is asked or has to say so, or it is no database that anybody works with. */
const ASKED =
  /\b(?:confirm\w*|are you sure|readline|read\s+-\w*p|input\(|prompts?\b|inquirer|--(?:force|yes|confirm|reset)|dry[-_ ]?run|NODE_ENV|RAILS_ENV|APP_ENV|localhost|127\.0\.0\.1|:memory:|_test\b|test_\w|pytest|fixtures?)/i;
const ABOUT = /\b(?:reset|wip(?:e|es|ing)|purg|tests?\b|testing|fixtures?|seed|migrat|sandbox|clean|drop|truncat|tear)/i;

/** DES-01: code that empties a whole database and asks nobody. */
export const emptiedDatabases: FlowCheck = function* ({ unit, subject }): Generator<CodeHit> {
  const { text, kind, file } = unit;
  if (kind === 'fence' || ASKED.test(text) || ABOUT.test(`${subject.name} ${subject.description}`) || isOfTests(file.name)) return;
  const found = WHOLE.exec(text) ?? (LIST.test(text) ? EMPTIED.exec(text) : null);
  if (found !== null) yield { rule: 'DES-01', at: found.index, evidence: `every table: ${found[0]}` };
};
