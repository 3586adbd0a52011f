import { type CloudResource, cloudAccessLevels } from '../../../model/cloud.js';

type Reach = CloudResource['reaches'][number];

/** One right for each thing, the strongest; sorted by what it reaches. */
export function strongestFirst(reaches: readonly Reach[]): Reach[] {
  const strongest = new Map<string, Reach>();
  for (const reach of reaches) {
    const known = strongest.get(reach.to);
    if (!known || cloudAccessLevels.indexOf(reach.access) > cloudAccessLevels.indexOf(known.access)) strongest.set(reach.to, reach);
  }
  return [...strongest.values()].sort((a, b) => (a.to < b.to ? -1 : 1));
}
