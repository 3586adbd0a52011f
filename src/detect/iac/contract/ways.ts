import type { IacResource, IacValue, SourcePlace } from '../../../model/iac.js';

/** Most places that a finding names for its value. */
const MOST_WAYS = 8;

/** Where the values of a line come from: a variable's default, a file of variables, the argument of a module, values of a chart. */
export function waysTo({ body, at: start }: IacResource, at: SourcePlace): readonly SourcePlace[] {
  // Where the resource itself starts an attribute is absent, and nobody set it.
  if (isPlace(start, at)) return [];
  const ways: SourcePlace[] = [];
  addWays(body, at, ways);
  return ways;
}

function addWays(value: IacValue, at: SourcePlace, ways: SourcePlace[]): void {
  if (value.via && isPlace(value.at, at)) {
    for (const place of value.via) if (ways.length < MOST_WAYS && !ways.some((known) => isPlace(known, place))) ways.push(place);
  }
  if (value.kind === 'list') for (const item of value.items) addWays(item, at, ways);
  if (value.kind === 'map') for (const entry of value.entries.values()) addWays(entry, at, ways);
}

function isPlace(a: SourcePlace, b: SourcePlace): boolean {
  return a.line === b.line && a.path === b.path;
}
