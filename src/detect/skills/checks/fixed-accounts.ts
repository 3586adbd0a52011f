import type { CodeHit, FlowCheck } from './hits.js';
import { isOfTests } from './test-files.js';

/** Calls and statements that make an account. */
const MAKES =
  /\b(?:wp_(?:insert|create)_user|create_superuser|create_user|createUser|add_?user|insert_?user|useradd|new_?user|create\s+(?:user|role|login)|alter\s+user|insert\s+into\s+[\w."`]{0,40}users?\b|User(?:\.objects)?\.(?:create\w*|insert\w*)|Users?::create|db\.createUser)\b/gi;
/** A password that stands in the code. */
const PASSWORD =
  /(?:pass(?:word|wd|phrase)?|pwd|identified\s+by|user_pass)['"\])]*\s*(?:=>|:(?!:)|=(?!=)|,|\s)\s*(?:hash\w*\(\s*)?['"][^'"$\s{}<>]{6,60}['"]/i;
const ADMIN =
  /\b(?:admin(?:istrator)?|superuser|super_admin|is_staff|is_superuser|root|owner|sysadmin|all privileges|db_owner|role\W{1,6}(?:admin|owner|root))\b/i;
/** Accounts of tests, examples and of a machine of one's own. */
const HARMLESS =
  /\b(?:tests?|spec|fixtures?|faker|seed|demo|localhost|127\.0\.0\.1|example\.(?:com|org)|changeme|getenv|environ|process\.env|ENV\[)/i;
const OF_EXAMPLES = /(?:^|[\\/._-])examples?(?:[\\/._-]|$)/i;
/** How far a password and a role may stand from the call. */
const NEAR = 400;

/** PER-06: code makes an administrator whose password everybody knows who reads it. */
export const fixedAccounts: FlowCheck = function* ({ unit }): Generator<CodeHit> {
  const { text, kind, file } = unit;
  if (kind === 'fence' || isOfTests(file.name) || OF_EXAMPLES.test(file.name)) return;
  for (const match of text.matchAll(MAKES)) {
    const near = text.slice(Math.max(0, match.index - NEAR / 2), match.index + NEAR);
    if (!PASSWORD.test(near) || !ADMIN.test(near) || HARMLESS.test(near)) continue;
    yield { rule: 'PER-06', at: match.index, evidence: `${match[0]} with a password in the code` };
    return;
  }
};
