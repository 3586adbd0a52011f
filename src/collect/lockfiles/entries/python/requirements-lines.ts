/** One logical line of a requirements file, with continuation lines joined and comments separated. */
export interface RequirementsLine {
  /** 1-based line of its first physical line. */
  line: number;
  /** Without comment, trimmed; never empty. */
  text: string;
  /** The comment at its end, and indented comment lines below it, without `#`: pip-compile and uv write `via` there. */
  comments: string[];
}

/** A `#` within a word belongs to the word, as in `#egg=`. */
const COMMENT = /(?:^|\s)#/;

/**
 * Splits a requirements file like pip (`pip/_internal/req/req_file.py`): a backslash joins lines before comments are
 * searched, a comment line ends the joining, and `#` counts only at the start or after white space.
 */
export function requirementsLines(text: string): RequirementsLine[] {
  const lines: RequirementsLine[] = [];
  let parts: string[] = [];
  let start = 0;
  text.split(/\r\n?|\n/).forEach((physical, index) => {
    const isComment = /^\s*#/.test(physical);
    if (parts.length === 0) start = index + 1;
    if (!isComment && physical.endsWith('\\')) {
      parts.push(physical.slice(0, -1));
      return;
    }
    addLine(lines, start, [...parts, isComment ? '' : physical].join(''));
    if (isComment) addComment(lines, physical);
    parts = [];
  });
  if (parts.length > 0) addLine(lines, start, parts.join(''));
  return lines;
}

/** A comment may follow continuation lines too. */
function addLine(lines: RequirementsLine[], line: number, joined: string): void {
  const at = joined.search(COMMENT);
  const text = (at === -1 ? joined : joined.slice(0, at)).trim();
  if (text === '') return;
  lines.push({ line, text, comments: at === -1 ? [] : [joined.slice(joined.indexOf('#', at) + 1).trim()] });
}

/** Comment lines at the left margin belong to the following lines; only indented ones belong to the line above. */
function addComment(lines: RequirementsLine[], physical: string): void {
  if (/^\s/.test(physical)) lines.at(-1)?.comments.push(physical.trim().slice(1).trim());
}
