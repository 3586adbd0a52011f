import type { CloudResource } from '../../../model/cloud.js';
import type { IacResource } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { entrances, links } from './entrance-tables.js';
import { declaredThing, sorted } from './thing.js';
import { at, resourcesIn } from './ways.js';

/** Load balancers and gateways, with what runs behind them. `running`: refs of what answers calls. */
export function entranceThings(estate: IacEstate, running: ReadonlySet<string>): CloudResource[] {
  const next = new Map<IacResource, IacResource[]>();
  const lead = (from: IacResource, to: readonly IacResource[]) => next.set(from, [...(next.get(from) ?? []), ...to]);
  for (const [type, { from, to }] of Object.entries(links))
    for (const link of estate.ofType(type)) {
      for (const before of from === undefined ? [] : resourcesIn(at(link, from), link, estate)) lead(before, [link]);
      lead(link, behind(link, to, estate));
    }
  return Object.entries(entrances).flatMap(([type, { isInternal, to = [] }]) =>
    estate.ofType(type).map((entrance) => {
      lead(entrance, behind(entrance, to, estate));
      const uses = sorted(reachedFrom(entrance, next).filter((ref) => running.has(ref)));
      return declaredThing(entrance, { kind: 'entrance', name: entrance.name, public: isInternal(entrance) ? 'no' : 'yes', uses });
    }),
  );
}

function behind(resource: IacResource, ways: readonly string[], estate: IacEstate): IacResource[] {
  return ways.flatMap((way) => resourcesIn(at(resource, way), resource, estate));
}

/** Refs of all that the steps lead to. */
function reachedFrom(entrance: IacResource, next: ReadonlyMap<IacResource, readonly IacResource[]>): string[] {
  const seen = new Set([entrance]);
  // Iterating over a Set also visits members added meanwhile.
  for (const resource of seen) for (const one of next.get(resource) ?? []) seen.add(one);
  seen.delete(entrance);
  return [...seen].map(({ ref }) => ref);
}
