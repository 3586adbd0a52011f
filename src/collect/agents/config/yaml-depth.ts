/**
 * An upper bound for the nesting of a YAML text, computed in one pass from brackets, indentation and the marks of
 * compact lists, without parsing. It is never less than the parser's recursion, so a text made to exhaust the stack can
 * be refused before it is parsed.
 */
export function yamlDepth(text: string): number {
  const columns: number[] = [];
  let brackets = 0;
  let deepest = 0;
  for (let start = 0; start <= text.length; ) {
    const end = lineEnd(text, start);
    let at = start;
    while (text[at] === ' ') at++;
    if (at < end && text[at] !== '#' && text[at] !== '\r') at = enter(columns, { text, start, at });
    for (; at < end; at++) {
      const char = text[at];
      if (char === '[' || char === '{') deepest = Math.max(deepest, columns.length + ++brackets);
      else if ((char === ']' || char === '}') && brackets > 0) brackets--;
    }
    deepest = Math.max(deepest, columns.length + brackets);
    start = end + 1;
  }
  return deepest;
}

/**
 * Removes the levels that the line is not part of, and adds its own: one for its column and one for each mark of a
 * compact list.
 */
function enter(columns: number[], { text, start, at }: { text: string; start: number; at: number }): number {
  for (let top = columns.at(-1); top !== undefined && top >= at - start; top = columns.at(-1)) columns.pop();
  columns.push(at - start);
  let next = at;
  while ((text[next] === '-' || text[next] === '?' || text[next] === ':') && /[ \t]/.test(text.charAt(next + 1))) {
    next++;
    while (text[next] === ' ' || text[next] === '\t') next++;
    columns.push(next - start);
  }
  return next;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}
