/**
 * Whether a constraint on a version allows only versions below a major one: `~> 5.0`, `< 6`, `5.31.0`. Undefined where there is none, or it
 * allows both.
 */
export function isBelowMajor(constraint: string | undefined, major: number): boolean | undefined {
  let below: boolean | undefined;
  for (const part of (constraint ?? '').split(',')) {
    const [, operator = '=', text = ''] = /^\s*(~>|>=|<=|>|<|=|!=)?\s*v?(\d+)/.exec(part) ?? [];
    if (text === '') continue;
    const stated = Number(text);
    const exact = operator === '=' || (operator === '~>' && /^\s*~>\s*v?\d+\.\d/.test(part));
    if (operator === '!=') continue;
    if (exact) return stated < major;
    if (operator.startsWith('>') || operator === '~>') below = stated >= major ? false : below;
    else if (operator === '<' ? stated <= major : stated < major) return true;
  }
  return below;
}
