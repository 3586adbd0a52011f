/** A string of code that is long enough for an order, and where it begins. */
export interface SpokenString {
  words: string;
  at: number;
}

/**
 * A literal of the languages that scripts are written in: between one kind of quotation marks, on a line or, between back-ticks or three marks, on
 * several. None begins behind a backslash: a thousand escaped marks would be a thousand literals without an end.
 */
const LITERAL = /(?<!\\)(?:("""|''')([\s\S]{1,4000}?)\1|(["'])((?:\\.|(?!\3)[^\\\n]){1,2000})\3|`((?:\\.|[^`\\]){1,4000})`)/g;
/**
 * What may stand between two literals that are one text: a plus, a line that goes on, the mark of a formatted one; or the command that
 * prints the next line.
 */
const BETWEEN =
  /^[\s+\\()]{0,80}[fFrRbBuU]{0,2}$|^[\s);]{0,20}\b(?:echo|printf|print|puts|console\.log|Write-(?:Host|Output))\b[ \t(]{0,4}(?:-[ne]{1,2} )?[fFrRbBuU]{0,2}$/;
/** Letters of an order, and its words at least. */
const SHORTEST = 40;
const FEWEST_WORDS = 6;
/** Strings of one file that are read, and literals that are looked at. */
const MOST = 200;
const MOST_LITERALS = 5_000;

/** Whom an order in a string is to reach: an agent that reads what the code returns or prints. */
const ADDRESSED =
  /\b(?:you|your|users?|assistants?|agents?|ai|llms?|model|claude|system|instructions?|human|operator)\b|用户|你|助手|系统|任务|指令|ユーザー|あなた|システム|사용자|당신|시스템/i;
/** Letters that are words by themselves or in pairs. */
const DENSE = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g;
const FEWEST_DENSE = 14;
/** A string that is a statement by itself describes code, as a comment does. */
const BY_ITSELF = /\n[ \t]*[rRuU]?$/;
/** The function below such a decorator is a tool, and a statement at its beginning is what an agent is told of it. */
const OF_TOOL = /@[\w.]*\b(?:tool|prompt|resource)\b[^\n]*\n[ \t]*(?:async )?def\b(?:(?!\n[ \t]*def\b)[\s\S])*$/;

/** Texts in the strings of code, each as the interpreter puts its pieces together; not those that describe the code. */
export function spokenStrings(code: string): SpokenString[] {
  const found: SpokenString[] = [];
  let open: { words: string; at: number; end: number } | undefined;
  const close = () => {
    if (open !== undefined && isSpeech(open.words)) found.push({ words: open.words, at: open.at });
    open = undefined;
  };
  let literals = 0;
  for (const match of code.matchAll(LITERAL)) {
    if (found.length >= MOST || ++literals > MOST_LITERALS) break;
    const before = match[1] === undefined ? '' : code.slice(Math.max(0, match.index - 600), match.index);
    if (BY_ITSELF.test(before) && !OF_TOOL.test(before)) continue;
    const words = plain(match[2] ?? match[4] ?? match[5] ?? '');
    const end = match.index + match[0].length;
    const between = open === undefined ? undefined : code.slice(open.end, match.index);
    if (open !== undefined && between !== undefined && BETWEEN.test(between))
      open = { ...open, words: `${open.words}${/\w/.test(between) ? ' ' : ''}${words}`, end };
    else {
      close();
      open = { words, at: match.index, end };
    }
  }
  close();
  return found;
}

function plain(literal: string): string {
  return literal
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, ' ')
    .replace(/\\(["'`\\])/g, '$1');
}

function isSpeech(words: string): boolean {
  if (!ADDRESSED.test(words)) return false;
  if ((words.match(DENSE)?.length ?? 0) >= FEWEST_DENSE) return true;
  return words.length >= SHORTEST && (words.match(/\p{L}{2,}[ ,.;:]/gu)?.length ?? 0) >= FEWEST_WORDS;
}
