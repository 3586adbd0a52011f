/**
 * The lowest and the highest major version that a constraint of a provider allows: `~> 3.0` is 3 to 3, `>= 4.1` has no highest. Undefined:
 * nothing is stated.
 */
export function majorsOf(constraint: string | undefined): { least: number; most: number } | undefined {
  let least = 0;
  let most = Number.POSITIVE_INFINITY;
  let stated = false;
  for (const part of (constraint ?? '').split(',')) {
    const [, operator = '=', major, minor] = /^\s*(~>|>=|<=|!=|=|>|<)?\s*v?(\d+)(?:\.(\d+))?/.exec(part) ?? [];
    if (major === undefined || operator === '!=') continue;
    stated = true;
    const version = Number(major);
    if (operator !== '<' && operator !== '<=') least = Math.max(least, version);
    if (operator === '<') most = Math.min(most, Number(minor ?? 0) === 0 ? version - 1 : version);
    else if (operator === '<=' || operator === '=' || (operator === '~>' && minor !== undefined)) most = Math.min(most, version);
  }
  return stated ? { least, most } : undefined;
}
