/** Limit for the patterns that a pattern with braces expands to. */
const MAX_ALTERNATIVES = 64;

/** The patterns that `{a,b}` groups of a pattern expand to; nested groups are left as they are. */
export function alternatives(pattern: string): string[] {
  const done: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined && done.length < MAX_ALTERNATIVES; next = waiting.pop()) {
    const group = waiting.length < MAX_ALTERNATIVES ? /\{([^{}]*)\}/.exec(next) : null;
    if (!group) done.push(next);
    else
      for (const choice of (group[1] ?? '').split(','))
        waiting.push(next.slice(0, group.index) + choice + next.slice(group.index + group[0].length));
  }
  return done.sort();
}

/** Limit for `**`: each one multiplies the ways in which a path can match. */
const MAX_STARS = 3;

/**
 * True when a path segment matches a pattern of `*` and `?`. A regular expression would take exponential time on
 * `*a*a*a*b`; this matcher only backtracks to the last star.
 */
export function globMatches(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let position = 0; position < text.length; ) {
    if (pattern[at] === '*') {
      star = at++;
      resume = position;
    } else if (pattern[at] === '?' || pattern[at] === text[position]) {
      at++;
      position++;
    } else if (star !== -1) {
      at = star + 1;
      position = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}

/**
 * True when a path, or a folder above it, matches a pattern of segments; `**` matches any number of them and may occur
 * three times.
 */
export function pathMatches([segment, ...rest]: readonly string[], path: readonly string[], stars = 0): boolean {
  if (segment === undefined) return true;
  const [name, ...below] = path;
  if (segment !== '**') return name !== undefined && globMatches(segment, name) && pathMatches(rest, below, stars);
  if (stars >= MAX_STARS) return false;
  return path.some((_, skipped) => pathMatches(rest, path.slice(skipped), stars + 1));
}
