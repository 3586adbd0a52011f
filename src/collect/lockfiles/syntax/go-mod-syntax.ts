/** One directive of a go.mod or go.work file; blocks are split into their directives. */
export interface GoDirective {
  /** 1-based. */
  line: number;
  verb: string;
  /** Unquoted tokens after the verb. */
  args: string[];
  /** The comment at the end of its line, without `//`. */
  comment: string;
}

/** Directives in file order; `problems` are lines that violate the syntax. */
export interface GoFile {
  directives: GoDirective[];
  problems: { line: number; reason: string }[];
}

/**
 * Splits a file by the grammar of the Go Modules Reference ("Lexical elements", "Grammar"), which go.mod and go.work
 * share.
 */
export function parseGoFile(text: string): GoFile {
  const file: GoFile = { directives: [], problems: [] };
  let block: { verb: string; line: number } | undefined;
  text.split(/\r?\n/).forEach((content, index) => {
    const line = index + 1;
    const { tokens, comment, broken } = tokenize(content);
    if (broken) file.problems.push({ line, reason: 'string without an end' });
    if (tokens.length === 0) return;
    const [first = '', ...rest] = tokens;
    if (block) {
      if (first === ')') block = undefined;
      else file.directives.push({ line, verb: block.verb, args: tokens, comment });
    } else if (rest.at(-1) === '(') block = { verb: first, line };
    else file.directives.push({ line, verb: first, args: rest, comment });
  });
  if (block) file.problems.push({ line: block.line, reason: `block "${block.verb.slice(0, 40)}" has no end, so the file is cut short` });
  return file;
}

/** The tokens of one physical line; only blocks span several lines. */
interface Tokens {
  tokens: string[];
  comment: string;
  broken: boolean;
}

/** Tokens of a line: words, quoted strings, parentheses; a comment begins at `//` before a token. */
function tokenize(content: string): Tokens {
  const tokens: string[] = [];
  const pattern = /\s+|(\/\/.*)|("(?:[^"\\]|\\.)*"|`[^`]*`)|([()])|([^\s()"`]+)|(.)/gy;
  let comment = '';
  for (const [, remark, quoted, parenthesis, word, stray] of content.matchAll(pattern)) {
    if (stray !== undefined) return { tokens, comment, broken: true };
    if (remark !== undefined) comment = remark.slice(2).trim();
    else if (quoted !== undefined) tokens.push(unquote(quoted));
    else if (parenthesis !== undefined || word !== undefined) tokens.push(parenthesis ?? word ?? '');
  }
  return { tokens, comment, broken: false };
}

/** Interpreted strings have escapes, raw ones do not. */
function unquote(quoted: string): string {
  return quoted.startsWith('`') ? quoted.slice(1, -1) : quoted.slice(1, -1).replace(/\\(.)/g, '$1');
}
