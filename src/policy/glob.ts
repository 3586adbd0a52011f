/** `*` matches any run of characters, `?` one; everything else itself. Linear: no regular expression, no backtracking tree. */
export function matchesGlob(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < text.length; ) {
    const char = pattern[at];
    if (char === '*') {
      star = at++;
      resume = index;
    } else if (char === '?' || char === text[index]) {
      at++;
      index++;
    } else if (star === -1) return false;
    else {
      at = star + 1;
      index = ++resume;
    }
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
