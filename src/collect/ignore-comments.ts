import type { InlineIgnore } from '../model/iac.js';
import { REDACTED, redact } from '../support/redact.js';
import { namesSecret } from '../support/secret-value.js';
import { type BlockLines, COMMENT, CommentedLines, type Reach } from './comment-reach.js';

export type { BlockLines } from './comment-reach.js';

/** What a comment says, before its lines are known. */
type Said = Pick<InlineIgnore, 'rule' | 'reason' | 'until' | 'foreign'> & { reach?: Reach };

/** Texts that hold none of these words hold no comment for a scanner. */
const HINT = /castellan:ignore|checkov:|trivy:ignore|tfsec:ignore|hadolint|zizmor:|kics-scan|gitleaks:allow|nosemgrep/i;

const OURS = /castellan:ignore\s+(.*)/i;

/** Comments of other scanners: how they name what they set aside, and for which lines. */
const FOREIGN: readonly { by: string; pattern: RegExp; reach: Reach }[] = [
  { by: 'checkov', pattern: /checkov:\s?skip=([A-Z0-9_,]+)/i, reach: 'block' },
  { by: 'trivy', pattern: /trivy:ignore:([A-Za-z0-9-]+)/i, reach: 'place' },
  { by: 'tfsec', pattern: /tfsec:ignore:([A-Za-z0-9-]+)/i, reach: 'place' },
  { by: 'hadolint', pattern: /hadolint\s+(?:global\s+)?ignore=([A-Za-z0-9,\s]+)/i, reach: 'place' },
  { by: 'zizmor', pattern: /zizmor:\s?ignore(?:\[([\w, -]+)\])?/i, reach: 'line' },
  { by: 'kics', pattern: /kics-scan\s+(ignore(?:-line|-block)?|disable=[\w,-]+)/i, reach: 'place' },
  { by: 'gitleaks', pattern: /gitleaks:(allow)/i, reach: 'line' },
  { by: 'semgrep', pattern: /(nosemgrep)/i, reach: 'line' },
];

/**
 * Comments of a text that set rules aside. One that follows code speaks for its line; one that stands alone speaks for the next line that is
 * no comment, and for the whole block that starts there. `blocks` may overlap; the widest that starts at a line counts. Where the format is
 * known, which giving `blocks` says, what is indented deeper belongs to the line above it, too.
 */
export function ignoresIn(text: string, path: string, blocks?: readonly BlockLines[]): InlineIgnore[] {
  if (!HINT.test(text)) return [];
  const commented = new CommentedLines(text, blocks);
  return commented.lines.flatMap((line, index) => {
    if (!HINT.test(line)) return [];
    const comment = commented.at(index);
    if (!comment) return [];
    return saidIn(comment.text).map(({ reach, ...said }) => {
      const covered = commented.reached(reach ?? comment.reach, index);
      return { path, ...said, reason: withoutValues(said.reason, commented.lines.slice(covered.line - 1, covered.endLine)), ...covered };
    });
  });
}

/** Letters of the shortest value that is hidden. */
const LEAST_VALUE = 4;
const MOST_COVERED = 1000;

/** The reason without words that stand as values in the lines that it speaks for: people quote the password they excuse. */
function withoutValues(reason: string, covered: readonly string[]): string {
  if (reason === '') return reason;
  const code = covered.slice(0, MOST_COVERED).map((line) => line.replace(COMMENT, ''));
  return withoutWords(reason, code);
}

/** The reason of an annotation or of metadata without words that stand as values in what it speaks for. */
export function reasonWithout(reason: string, values: Iterable<string>): string {
  const code: string[] = [];
  for (const value of values) if (code.length < MOST_COVERED && value !== reason) code.push(`=${value}`);
  return withoutWords(reason, code);
}

function withoutWords(reason: string, code: readonly string[]): string {
  return reason.replace(/\S+/g, (word) => {
    const [bare = ''] = /[^"'`()[\]{}<>,;:.]+(?:[^\s"'`()[\]{}<>,;]*[^\s"'`()[\]{}<>,;:.])?/.exec(word) ?? [];
    const isValue = bare.length >= LEAST_VALUE && code.some((line) => isValueIn(line, bare));
    return isValue ? word.replace(bare, REDACTED) : word;
  });
}

/** A line that is a name and one plain word: `network_mode: host`. */
const PLAIN_SETTING = /^\s*(?:-\s+)?["']?([\w.-]+)["']?\s*[:=]\s*["']?[a-z]+["']?,?\s*$/;
/** Names that say nothing of what their value is. */
const NAMELESS = /^(?:value|default|content|data)$/i;

/** True where the text ends a value: after a name and its sign, alone or in quotes. A plain word is one only where it may be a secret. */
function isValueIn(line: string, text: string): boolean {
  const [, name] = PLAIN_SETTING.exec(line) ?? [];
  if (name !== undefined && !NAMELESS.test(name) && !namesSecret(name)) return false;
  const at = line.search(/[=:]/);
  for (let found = at === -1 ? -1 : line.indexOf(text, at + 1); found !== -1; found = line.indexOf(text, found + 1)) {
    if (/[\s"'`=:@/({[]/.test(line.charAt(found - 1)) && /^(?:["'`\s,;@})\]]|$)/.test(line.slice(found + text.length))) return true;
  }
  return false;
}

function saidIn(comment: string): Said[] {
  const [, ours] = OURS.exec(comment) ?? [];
  if (ours !== undefined) return [saidByUs(ours)];
  return FOREIGN.flatMap(({ by, pattern, reach }) => {
    const [found, id = found ?? ''] = pattern.exec(comment) ?? [];
    if (found === undefined) return [];
    const wide = by === 'kics' && !id.startsWith('ignore-') ? 'file' : reach;
    return [{ rule: id.trim(), reason: '', foreign: by, reach: wide }];
  });
}

/** `RULE -- reason [until=YYYY-MM-DD]`; whether it holds is for the policy to say. */
function saidByUs(text: string): Said {
  const [, rule = '', rest = ''] = /^(\S+)(.*)$/.exec(text.replace(/\s*(?:\*\/(?:\s*-?\}\})?|-->)\s*$/, '')) ?? [];
  return { rule, ...ignoreReason(/^\s*(?:--|—|–)\s*(.*)$/.exec(rest)?.[1] ?? untilOnly(rest)) };
}

/** A date without a reason is still the date. */
function untilOnly(rest: string): string {
  return /\[?until=\S+/.exec(rest)?.[0] ?? '';
}

/** The reason and the end of an ignore: `reason [until=YYYY-MM-DD]`; also for annotations and metadata, which have no comment. */
export function ignoreReason(text: string): Pick<InlineIgnore, 'reason' | 'until'> {
  const until = /\[?\buntil=([^\s\]]+)\]?/.exec(text);
  const reason = (until ? text.replace(until[0], '') : text).trim();
  // People may quote the value of which they speak.
  return { reason: redact(reason), ...(until && { until: until[1] ?? '' }) };
}
