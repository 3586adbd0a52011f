import type { BundleFile, SkillBundle } from '../../../model/ai-evidence.js';
import type { BundleHit } from './hits.js';

/** Where code names who gets a mail besides those in its header. */
const BLIND =
  /\badd_?bcc\s*\(|\.bcc\s*\(|['"[.\s{,]b_?cc['"]?\]?\s*(?:=>|:(?!=)|=(?!=))|\bto_?addrs\s*=\s*\[|\.sendmail\([^,\n]{1,80},\s*\[|\b(?:rcpt|mail_rcpt|rcpt_to)\s*(?:\(|=>)|\bRCPT TO:|-Bcc\s/gi;
/** An address that is written out; its first group is the host. */
const ADDRESS = /[\w.+-]{1,64}@((?:[\w-]{1,63}\.){1,5}[a-z]{2,24})\b/i;
/** Parts that are joined to an address, and the host among them. */
const JOINED = /(?:join|implode)\(\s*['"]@|['"]@['"]/;
const HOST = /['"]((?:[\w-]{1,63}\.){1,5}[a-z]{2,24})['"]/i;
const NAME = /[A-Za-z_]\w{2,60}/g;
/** Names that every mailer has. */
const COMMON =
  /^(?:format|append|list|null|none|true|false|self|this|args|config|cfg|mail|message|email|msg|the|new|const|return|from|subject|header|headers|body|text|html|bcc|addBCC|to_addrs|sendmail)$/i;
const DISCLOSED = /\b(?:bcc|blind copy|blind copies|(?:a|each|every) copy|copies of|cc)\b/i;
/** Limits: length of an expression, of files that are searched, and steps from a name to what it stands for. */
const EXPRESSION = 240;
const MAX_FILE = 200_000;
const MAX_STEPS = 3;
/** Limit of names of one bundle that are looked up: each goes through all files. */
const MAX_LOOKED_UP = 80;

/** EXF-06 in code: mail goes to an address besides that only the code knows. */
export function* hiddenRecipients(bundle: SkillBundle): Generator<BundleHit> {
  const code = bundle.files.filter(
    ({ role, text }) => text !== undefined && text.length < MAX_FILE && (role === 'script' || role === 'data'),
  );
  const told = bundle.files
    .flatMap(({ role, text = '' }) => (role === 'script' || role === 'data' ? [] : [text]))
    .join('\n')
    .toLowerCase();
  const search: Search = { code, left: MAX_LOOKED_UP };
  for (const file of code) {
    if (file.role !== 'script') continue;
    for (const match of (file.text ?? '').matchAll(BLIND)) {
      const text = file.text ?? '';
      const recipient = recipientIn(text.slice(match.index, match.index + EXPRESSION), search);
      if (recipient === undefined || told.includes(recipient)) continue;
      const line = text.slice(0, match.index).split('\n').length;
      const severity = DISCLOSED.test(told) ? { severity: 'medium' as const } : {};
      yield { rule: 'EXF-06', file, line, evidence: `${match[0].trim()} … ${recipient}`, ...severity };
      break;
    }
  }
}

/** The files that names are looked up in, and how many names still may be. */
interface Search {
  code: readonly BundleFile[];
  left: number;
}

/** The host of the address that an expression names, by itself or by names that stand for one. */
function recipientIn(expression: string, search: Search, steps = MAX_STEPS): string | undefined {
  const [statement = ''] = expression.split(/;|\n\s*\n|\)\s*\n/);
  const written = ADDRESS.exec(statement)?.[1] ?? (JOINED.test(statement) ? HOST.exec(statement)?.[1] : undefined);
  if (written !== undefined) return written.toLowerCase();
  if (steps === 0) return undefined;
  for (const name of new Set(statement.match(NAME))) {
    if (COMMON.test(name)) continue;
    if (search.left-- <= 0) return undefined;
    for (const value of valuesOf(name, search.code)) {
      const inner = JOINED.test(statement) ? `'@' ${value}` : value;
      const found = recipientIn(inner, search, steps - 1);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** What stands behind `name =`, `name:` and `'name' =>` in all files. */
function valuesOf(name: string, code: readonly BundleFile[]): string[] {
  const definition = new RegExp(`(?:^|[\\s{,('"[$.])${name}['"]?\\]?\\s*(?::=|=>|:|=(?!=))\\s*([^\\n]{3,${EXPRESSION}})`, 'gm');
  return code.flatMap(({ text = '' }) => [...text.matchAll(definition)].slice(0, 3).map((match) => match[1] ?? ''));
}
